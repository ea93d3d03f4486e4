import { caseReader, readTableFrom } from '@cede/data';
import { describe, expect, it } from 'vitest';

const read = (text: string, classes?: string[]) =>
  readTableFrom(text, 'x.csv', { classes, features: [] });

describe('columns that name the classes in another order', () => {
  const known = ['cat', 'dog', 'fox'];
  const shuffled =
    'label,model_p_fox,model_p_cat,model_p_dog,expert_label\nfox,.7,.2,.1,cat\ndog,.1,.3,.6,dog\n';

  it('are put in the order of the classes that were given', async () => {
    const table = await read(shuffled, known);
    expect(table.classes).toEqual(known);
    expect([...table.model!].map((p) => +p.toFixed(2))).toEqual([0.2, 0.1, 0.7, 0.3, 0.6, 0.1]);
    expect([...table.label!]).toEqual([2, 1]);
  });

  it('case by case too', () => {
    const one = caseReader({ width: 3, classes: known, features: [] });
    const { model } = one({ model_p_fox: 0.7, model_p_cat: 0.2, model_p_dog: 0.1 });
    expect([...model].map((p) => +p.toFixed(2))).toEqual([0.2, 0.1, 0.7]);
  });

  it('keep their own order where none is given, and are renamed where no name is known', async () => {
    expect((await read(shuffled)).classes).toEqual(['fox', 'cat', 'dog']);
    const renamed = await read('label,model_p_a,model_p_b,expert_label\n0,.7,.3,1\n1,.2,.8,1\n', [
      '0',
      '1',
    ]);
    expect([...renamed.model!].map((p) => +p.toFixed(2))).toEqual([0.7, 0.3, 0.2, 0.8]);
  });

  it('are refused where one of them is missing', async () => {
    await expect(read(shuffled, ['cat', 'dog', 'owl'])).rejects.toThrow(
      /have none for class "owl"/,
    );
  });
});
