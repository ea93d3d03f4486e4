import { describe, expect, it } from 'vitest';
import { createDecider } from '../policy/decide.js';
import { fitPolicy } from '../policy/fit.js';
import { parsePolicy } from '../policy/parse.js';
import { printPolicy } from '../policy/print.js';
import { stream } from '../random/stream.js';
import { scoreRows } from '../scorer/runner.js';
import { tableFromArrays } from '../table/from-arrays.js';
import { splitTable } from '../table/split.js';
import type { Table } from '../table/table.js';
import { takeRows } from '../table/take.js';
import { blockColumns, blockSpec, ownColumns } from './blocks.js';
import { fitFeatureSpec } from './fit-spec.js';
import { inputOf } from './input.js';
import { makeProjection, project, projectionMatrix, SHARES } from './projection.js';

/** The expert is right on one side of a direction of the embedding, the model on the other. */
function embedded(rows: number, width: number, seed = 1): Table {
  const random = stream(seed, 'embedded');
  const values = new Float32Array(rows * width);
  const right: number[] = [];
  for (let i = 0; i < rows; i++) {
    const direction = random.normal();
    // A spectrum that falls, as those of embeddings do; the direction lies along the largest.
    for (let k = 0; k < width; k++)
      values[i * width + k] = random.normal() / Math.sqrt(1 + k) + direction * (k % 2 ? 1 : -1);
    right.push(+(direction + 0.5 * random.normal() > 0));
  }
  const table = tableFromArrays({
    modelCorrect: right,
    expertCorrect: right.map((value) => 1 - value),
    columns: { length: Array.from(right, () => random.normal()) },
  });
  return { ...table, blocks: [{ name: 'embedding', width, values }] };
}

describe('the projection', () => {
  const projection = makeProjection(300, 64, 0);

  it('adds every number to one output of each eighth, with a sign', () => {
    const matrix = projectionMatrix(projection);
    for (let k = 0; k < 300; k++) {
      const row = matrix.subarray(64 * k, 64 * k + 64);
      for (let s = 0; s < SHARES; s++)
        expect(
          row.subarray(8 * s, 8 * s + 8).filter((value) => Math.abs(value) === 1),
        ).toHaveLength(1);
      expect(row.filter((value) => value !== 0)).toHaveLength(SHARES);
    }
    expect(makeProjection(300, 64, 0)).toEqual(projection);
    expect(makeProjection(300, 64, 1).signs).not.toEqual(projection.signs);
  });

  it('is the product with its matrix', () => {
    const random = stream(2, 'row');
    const row = Array.from({ length: 302 }, () => random.normal());
    const out = new Float64Array(64);
    project(projection, row, 2, out);
    const matrix = projectionMatrix(projection);
    for (let o = 0; o < 64; o++) {
      let sum = 0;
      for (let k = 0; k < 300; k++) sum += row[2 + k] * matrix[64 * k + o];
      expect(out[o]).toBeCloseTo(sum, 10);
    }
  });

  it('keeps distances, as Johnson and Lindenstrauss promise', () => {
    const random = stream(3, 'pairs');
    const wide = makeProjection(1536, 64, 0);
    const out = new Float64Array(64);
    const ratios = Array.from({ length: 200 }, () => {
      const difference = Array.from({ length: 1536 }, () => random.normal());
      project(wide, difference, 0, out);
      const length = (values: ArrayLike<number>) =>
        Array.from(values).reduce((sum, value) => sum + value * value, 0);
      return length(out) / SHARES / length(difference);
    });
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / 200;
    const spread = Math.sqrt(ratios.reduce((sum, r) => sum + (r - mean) ** 2, 0) / 200);
    // A dense projection to 64 has mean 1 and deviation √(2/64) = 0.177.
    expect(Math.abs(mean - 1)).toBeLessThan(0.05);
    expect(spread).toBeGreaterThan(0.12);
    expect(spread).toBeLessThan(0.24);
  });
});

describe.each([
  [40, 40, undefined],
  [300, 64, 0],
])('a block of %i numbers', (width, inputs, seed) => {
  const table = embedded(400, width);

  it('becomes columns of its own, the same for a part as for the whole', () => {
    const [block] = table.blocks!;
    expect(blockSpec(block)).toEqual({
      ...{ name: 'embedding', width, inputs },
      ...(seed !== undefined && { seed }),
    });
    const rows = [7, 3, 3, 399];
    const part = takeRows(
      takeRows(table, [...Array(400).keys()].reverse()),
      rows.map((r) => 399 - r),
    );
    expect(part.blocks![0].values).toBe(block.values); // nothing is copied
    const whole = blockColumns(block, blockSpec(block));
    blockColumns(part.blocks![0], blockSpec(block)).forEach(({ name, values }, k) => {
      expect(name).toBe(`embedding[${k}]`);
      expect([...values]).toEqual(rows.map((row) => whole[k].values[row]));
    });
    const features = fitFeatureSpec(table);
    expect(features.columns).toHaveLength(1 + inputs);
    expect(ownColumns(features).map(({ name }) => name)).toEqual(['length']);
  });

  it.each(['linear', 'drcpe-zeroone+linear', 'drcpe-zeroone'])(
    '%s learns from it, and decides a row as a table, to the bit',
    (method) => {
      const { fit, test } = splitTable(table, { testShare: 0.5, seed: 1 });
      const fitted = fitPolicy(fit, { method, epochs: 20, rate: 0.5, calibrationShare: 0 });
      const policy = parsePolicy(printPolicy(fitted));
      expect(JSON.parse(printPolicy(policy)).requires).toEqual(['blocks']);
      const scores = scoreRows(policy.scorer, inputOf(test, policy.scorer.features));
      const { decide } = createDecider(policy);
      let better = 0;
      for (let i = 0; i < test.rows; i++) {
        const { values, rows } = test.blocks![0];
        const list = values.subarray(rows![i] * width, (rows![i] + 1) * width);
        const decision = decide([], [test.columns[0].values[i], list]);
        expect(decision.score).toBe(scores[i]);
        // Where it hands over, the expert had better be right.
        better += decision.defer === (test.modelCorrect![i] === 0) ? 1 : 0;
      }
      expect(better / test.rows).toBeGreaterThan(0.75);
    },
  );
});

describe('what does not fit', () => {
  const table = embedded(100, 100);
  const policy = fitPolicy(table, { method: 'linear' });
  const { decide } = createDecider(policy);
  const list = Array.from({ length: 100 }, () => 0.1);

  it.each([
    [
      'a list too short',
      [1, list.slice(1)],
      'feature embedding is a list of 99 (expected 100 numbers).',
    ],
    ['no list', [1, 3], 'feature embedding is no list (expected 100 numbers).'],
    [
      'a gap',
      [1, [Number.NaN, ...list.slice(1)]],
      'feature embedding holds a number that is missing or not finite.',
    ],
    [
      'an infinity',
      [1, [...list.slice(1), Infinity]],
      'holds a number that is missing or not finite.',
    ],
    ['a list in a column', [list, list], 'feature length is a list (expected one value).'],
    ['too few', [1], '1 feature columns (expected 2: length, embedding).'],
  ])('%s is refused', (_, values, message) => {
    expect(() => decide([], values)).toThrow(message);
  });

  it('tables of another width, and without the block', () => {
    const { features } = policy.scorer;
    expect(() => inputOf(embedded(100, 90), features)).toThrow(
      'table: feature embedding holds 90 numbers a row (expected 100, as the scorer was fitted with).',
    );
    expect(() => inputOf({ ...table, blocks: undefined }, features)).toThrow(
      'table: feature embedding is missing, a list of 100 numbers which the scorer was fitted with.',
    );
  });

  it('a far value is flagged under the name of the block, once', () => {
    expect(decide([], [0, list.map(() => 1e5)]).unusual).toEqual(['embedding']);
    expect(decide([], [0, list])).not.toHaveProperty('unusual');
  });

  it.each<[string, (block: { [key: string]: unknown }) => void]>([
    [
      'another width',
      (block) => {
        block.width = 1e6;
      },
    ],
    [
      'another seed',
      (block) => {
        block.seed = 1;
      },
    ],
    [
      'fewer inputs',
      (block) => {
        block.inputs = 56;
      },
    ],
    [
      'another name',
      (block) => {
        block.name = 'other';
      },
    ],
  ])('a policy with %s is refused', (_, change) => {
    const file = JSON.parse(printPolicy(policy));
    change(file.features.blocks[0]);
    expect(() => parsePolicy(JSON.stringify(file))).toThrow(/policy\.json: /);
  });

  it('blocks from arrays', () => {
    const correct = { modelCorrect: [1, 0], expertCorrect: [0, 1] };
    const { blocks } = tableFromArrays({
      ...correct,
      blocks: {
        e: [
          [1, 2],
          [3, 4],
        ],
      },
    });
    expect(blocks).toEqual([{ name: 'e', width: 2, values: Float32Array.of(1, 2, 3, 4) }]);
    expect(() => tableFromArrays({ ...correct, blocks: { e: [[1, 2], [3]] } })).toThrow(
      'row 2: feature e has 1 numbers (expected 2).',
    );
    expect(() =>
      tableFromArrays({
        ...correct,
        blocks: {
          e: [
            [1, 2],
            [3, Number.NaN],
          ],
        },
      }),
    ).toThrow('row 2: feature e holds NaN (expected finite numbers).');
  });
});
