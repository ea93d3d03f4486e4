/** One number in place of a column: a price for every answer, the share of cases that were audited. */
import { describe, expect, it } from 'vitest';
import { readTableFrom } from './read-table.js';

const TEXT = 'label,model_0,model_1,a,b,5\n0,.6,.4,0,1,7\n1,.3,.7,1,,8\n';
const read = (options: object) => readTableFrom(TEXT, 't.csv', { expert: 'a', ...options });

describe('a number in place of a column', () => {
  it('holds for every row: the model, each expert in its order', async () => {
    const { modelCost, experts } = await read({
      ...{ expert: ['a', 'b'], modelCost: '0.25' },
      ...{ expertCost: ['3', '1e-2'], propensity: ['1', '0.5'] },
    });
    expect(modelCost).toEqual(Float32Array.of(0.25, 0.25));
    expect(experts.map(({ cost }) => cost)).toEqual([
      Float32Array.of(3, 3),
      Float32Array.of(0.01, 0.01),
    ]);
    expect(experts[1]!.propensity).toEqual(Float32Array.of(0.5, 0.5));
  });

  it('is a column where one is called so', async () => {
    expect((await read({ expertCost: '5' })).experts[0]!.cost).toEqual(Float32Array.of(7, 8));
  });

  it.each([
    [{ expertCost: '-5' }, /expertCost: '?-5'? is neither a column of the table nor a number ≥ 0/],
    [{ modelCost: 'Infinity' }, /modelCost: Infinity is neither/],
    [{ propensity: '0' }, /propensity: 0 is neither .* nor more than 0 and at most 1/],
    [{ expertCost: 'price' }, /no column "price"/],
    [{ expertCost: '0x10' }, /no column "0x10"/],
  ])('%j is refused', async (options, sentence) => {
    await expect(read(options)).rejects.toThrow(sentence);
  });
});
