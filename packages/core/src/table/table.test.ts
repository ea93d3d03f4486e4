import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../test/tables.js';
import { fitFeatureSpec } from '../features/fit-spec.js';
import { inputOf } from '../features/input.js';
import { tableFromArrays } from './from-arrays.js';
import { tableLosses } from './losses.js';
import { outcomesOf } from './outcomes.js';
import { type SplitOptions, splitRows, splitTable } from './split.js';
import type { Table } from './table.js';
import { takeRows } from './take.js';

describe('a table from arrays', () => {
  it('takes labels as indices or names, an expert as rows or labels', () => {
    const table = tableFromArrays({
      label: ['cat', 'dog'],
      model: [
        [0.6, 0.4],
        [0.1, 0.9],
      ],
      expert: ['dog', 1],
      expertName: 'Ada',
      classes: ['cat', 'dog'],
      columns: { size: [1, 2] },
      weight: [1, 3],
    });
    expect([...table.label!]).toEqual([0, 1]);
    expect(table.experts).toEqual([{ name: 'Ada', kind: 'labels', labels: Int32Array.of(1, 1) }]);
    expect(table.columns).toEqual([{ name: 'size', values: Float32Array.of(1, 2) }]);
    const soft = tableFromArrays({ label: [1], model: [[0, 1]], expert: [[1, 0]] });
    expect(soft.experts[0]).toMatchObject({ kind: 'probabilities' });
    expect(soft.classes).toEqual(['0', '1']);
  });

  it('takes costs, propensities, groups and clusters, and null where nobody was asked', () => {
    const table = tableFromArrays({
      label: [0, 1, 1],
      model: [
        [1, 0],
        [0, 1],
        [0.5, 0.5],
      ],
      expert: [null, 1, 0],
      expertCost: [2, 3, 4],
      modelCost: [1, 1, 1],
      propensity: [0.5, 0.5, 1],
      costMatrix: [
        [0, 7],
        [3, 0],
      ],
      id: ['a', 'b', 7],
      group: ['north', 'south', 'north'],
      cluster: [11, 12, 12],
    });
    expect(table.experts[0]).toEqual({
      name: 'expert',
      kind: 'labels',
      labels: Int32Array.of(-1, 1, 0),
      cost: Float32Array.of(2, 3, 4),
      propensity: Float32Array.of(0.5, 0.5, 1),
    });
    expect(table).toMatchObject({
      modelCost: Float32Array.of(1, 1, 1),
      costMatrix: Float64Array.of(0, 7, 3, 0),
      id: ['a', 'b', '7'],
      group: { names: ['north', 'south'], index: Int32Array.of(0, 1, 0) },
      cluster: { names: ['11', '12'], index: Int32Array.of(0, 1, 1) },
    });
  });

  it('takes votes as the truth and when a case was, and splits forward', () => {
    const rows = 10;
    const table = tableFromArrays({
      model: Array.from({ length: rows }, () => [0.6, 0.4]),
      expert: new Array(rows).fill(1),
      labelVotes: Array.from({ length: rows }, (_, i) => (i < 5 ? [2, 1] : [0, 3])),
      time: Array.from({ length: rows }, (_, i) => new Date(Date.UTC(2026, 0, 10 - i))),
    });
    expect([...table.label!]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
    expect([...table.labelVotes!.subarray(0, 2)]).toEqual([2, 1]);
    // The latest rows are the first ones here.
    expect([...splitRows(table, { testShare: 0.3, seed: 0 }).test]).toEqual([0, 1, 2]);
  });

  it('refuses keys that nothing reads, and columns of another length', () => {
    const arrays = {
      label: [0, 1],
      model: [
        [1, 0],
        [0, 1],
      ],
      expert: [0, 1],
    };
    expect(() => tableFromArrays({ ...arrays, labels: [0, 1] } as object)).toThrow(
      expect.objectContaining({
        code: 'unknown-name',
        details: expect.objectContaining({ name: 'labels' }),
      }),
    );
    const { expert: _, ...rest } = arrays;
    const experts = { ann: { answer: [0, 1] } } as object as Record<string, object>;
    expect(() => tableFromArrays({ ...rest, experts })).toThrow(
      /expert ann: doesn't know "answer"/,
    );
    expect(() => tableFromArrays({ ...arrays, time: [1] })).toThrow('time: 1 numbers for 2 rows');
    expect(() => tableFromArrays({ ...arrays, cluster: ['a'] })).toThrow(
      'cluster: 1 values for 2 rows',
    );
    expect(() => tableFromArrays({ ...arrays, id: ['a', 'b', 'c'] })).toThrow(
      'id: 3 values for 2 rows',
    );
  });

  it('divides rows by their sum within the tolerance, as a decision does', () => {
    const table = tableFromArrays({ label: [0], model: [[0.503, 0.502]], expert: [0] });
    // As a reader of files does it: first Float32, then the sum.
    const [a, b] = [0.503, 0.502].map(Math.fround);
    expect([...table.model!]).toEqual([a / (a + b), b / (a + b)].map(Math.fround));
  });

  it('leaves the rounding of Float32 alone', () => {
    const table = tableFromArrays({ label: [0], model: [[0.5000001, 0.5]], expert: [0] });
    expect([...table.model!]).toEqual([Math.fround(0.5000001), 0.5]);
  });

  it('without classes: losses, or right and wrong', () => {
    const columns = { x: [1, 2] };
    expect(
      tableFromArrays({ modelLoss: [1, 2], expertLoss: [0, 1], columns }).experts[0].kind,
    ).toBe('losses');
    expect(tableFromArrays({ modelCorrect: [1, 0], expertCorrect: [0, 1], columns }).rows).toBe(2);
    expect(
      tableFromArrays({
        label: [0, 1],
        model: [
          [1, 0],
          [0, 1],
        ],
      }).experts,
    ).toEqual([]);
  });
});

describe('outcomes', () => {
  it('of every kind of expert, by hand', () => {
    const base: Table = {
      rows: 3,
      classes: ['a', 'b'],
      label: Int32Array.of(0, 1, 1),
      model: Float32Array.of(0.5, 0.5, 0.2, 0.8, 0.9, 0.1),
      experts: [
        {
          name: 'p',
          kind: 'probabilities',
          probabilities: Float32Array.of(0.4, 0.6, 0.3, 0.7, Number.NaN, Number.NaN),
        },
        { name: 'l', kind: 'labels', labels: Int32Array.of(0, -1, 0) },
        { name: 'v', kind: 'votes', votes: Float32Array.of(3, 1, 0, 2, 0, 0) },
        { name: 'c', kind: 'correct', correct: Float32Array.of(1, 0, Number.NaN) },
      ],
      columns: [],
    };
    const expert = (k: number) => [...outcomesOf(base, k).expert];
    expect([...outcomesOf(base).model]).toEqual([1, 1, 0]);
    expect(expert(0)).toEqual([0, 1, Number.NaN]);
    expect(expert(1)).toEqual([1, Number.NaN, 0]);
    expect(expert(2)).toEqual([0.75, 1, Number.NaN]);
    expect(expert(3)).toEqual([1, 0, Number.NaN]);
  });

  it('with votes as the truth, an answer is right as often as the votes agree', () => {
    const table: Table = {
      rows: 1,
      classes: ['a', 'b'],
      labelVotes: Float32Array.of(3, 1),
      model: Float32Array.of(0.7, 0.3),
      experts: [{ name: 'l', kind: 'labels', labels: Int32Array.of(1) }],
      columns: [],
    };
    const { model, expert } = outcomesOf(table);
    expect([model[0], expert[0]]).toEqual([0.75, 0.25]);
    const losses = tableLosses(table, 'zeroone', 0);
    expect([...losses.model.mass!]).toEqual([0.75, 0.25]);
    expect([...losses.model.losses]).toEqual([0, 1]);
    expect([...losses.expert.losses]).toEqual([1, 0]);
  });
});

describe('taking rows', () => {
  it('keeps every part of a row together, in the given order', () => {
    const full: Table = {
      ...randomTable({ rows: 5, columns: 1, weight: true }),
      id: ['a', 'b', 'c', 'd', 'e'],
      group: { names: ['x', 'y'], index: Int32Array.of(0, 1, 0, 1, 0) },
      cluster: { names: ['k'], index: new Int32Array(5) },
      time: Float64Array.of(5, 4, 3, 2, 1),
      modelCost: Float32Array.of(1, 2, 3, 4, 5),
      labelVotes: Float32Array.from({ length: 20 }, (_, i) => i),
      modelLoss: Float32Array.of(1, 2, 3, 4, 5),
      modelCorrect: Float32Array.of(1, 0, 1, 0, 1),
      costMatrix: new Float64Array(16),
      experts: (['probabilities', 'labels', 'votes', 'correct', 'losses'] as const).map((kind) => ({
        ...randomTable({ rows: 5, expert: kind }).experts[0],
        cost: Float32Array.of(1, 2, 3, 4, 5),
        propensity: Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.5),
      })),
    };
    const taken = takeRows(full, [3, 1, 1]);
    expect(taken.rows).toBe(3);
    expect(taken.id).toEqual(['d', 'b', 'b']);
    expect([...taken.time!]).toEqual([2, 4, 4]);
    expect([...taken.group!.index]).toEqual([1, 1, 1]);
    expect([...taken.labelVotes!.subarray(0, 4)]).toEqual([12, 13, 14, 15]);
    expect([...taken.model!.subarray(4, 8)]).toEqual([...full.model!.subarray(4, 8)]);
    for (const [k, expert] of taken.experts.entries()) {
      expect([...expert.cost!]).toEqual([4, 2, 2]);
      expect(expert.kind).toBe(full.experts[k].kind);
    }
    // All rows in order is the table itself.
    expect(takeRows(full, [0, 1, 2, 3, 4])).toEqual(full);
  });
});

describe('splits', () => {
  const half: SplitOptions = { testShare: 0.5, seed: 1 };

  it('by row keep the four cells of right and wrong in proportion', () => {
    const table = randomTable({ rows: 1000 });
    const { fit, test } = splitRows(table, { testShare: 0.2, seed: 1 });
    expect([fit.length, test.length]).toEqual([800, 200]);
    expect([...fit, ...test].sort((a, b) => a - b)).toEqual([...Array(1000).keys()]);
    const { model, expert } = outcomesOf(table);
    const cell = (rows: Uint32Array, m: number, e: number) =>
      rows.filter((i) => model[i] === m && expert[i] === e).length;
    for (const [m, e] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ])
      expect(Math.abs(cell(test, m, e) - cell(fit, m, e) / 4)).toBeLessThan(1.5);
  });

  it('depend on seed and purpose, and on nothing else', () => {
    const table = randomTable();
    const rows = (options: Partial<SplitOptions>) => splitRows(table, { ...half, ...options }).test;
    expect(rows({})).toEqual(rows({}));
    expect(rows({ seed: 2 })).not.toEqual(rows({}));
    expect(rows({ purpose: 'calibration' })).not.toEqual(rows({}));
  });

  it('of losses compare who does better; without an expert only the model counts', () => {
    const { fit, test } = splitTable(classlessTable('losses'), half);
    expect([fit.rows, test.rows]).toEqual([100, 100]);
    const alone = { ...randomTable(), experts: [] };
    expect(splitTable(alone, half).test.rows).toBe(100);
    const bare: Table = { ...classlessTable('losses'), experts: [] };
    expect(splitTable(bare, half).test.rows).toBe(100);
  });

  it('never cut a cluster', () => {
    const index = Int32Array.from({ length: 200 }, (_, i) => Math.floor(i / 7));
    const table: Table = {
      ...randomTable(),
      cluster: { names: Array.from({ length: 29 }, (_, k) => `p${k}`), index },
    };
    const { fit, test } = splitRows(table, { testShare: 0.3, seed: 3 });
    const inTest = new Set([...test].map((i) => index[i]));
    expect([...fit].some((i) => inTest.has(index[i]))).toBe(false);
    expect(Math.abs(test.length - 60)).toBeLessThanOrEqual(7);
    // by: 'row' ignores them.
    expect(splitRows(table, { ...half, by: 'row' }).test).toHaveLength(100);
  });

  it('by time test on the latest rows; a moment, and a cluster, stay whole', () => {
    const time = Float64Array.from({ length: 200 }, (_, i) => Math.floor(((i * 37) % 200) / 10));
    const table: Table = { ...randomTable(), time };
    const { fit, test } = splitRows(table, { testShare: 0.25, seed: 1 });
    expect(test).toHaveLength(50);
    expect(Math.max(...[...fit].map((i) => time[i]))).toBeLessThan(
      Math.min(...[...test].map((i) => time[i])),
    );
    const index = Int32Array.from({ length: 200 }, (_, i) => i % 20);
    const clustered: Table = {
      ...table,
      time: Float64Array.from({ length: 200 }, (_, i) => (i % 20) + i / 1000),
      cluster: { names: Array.from({ length: 20 }, (_, k) => `c${k}`), index },
    };
    const late = splitRows(clustered, { testShare: 0.25, seed: 1, by: 'time' }).test;
    expect(new Set([...late].map((i) => index[i]))).toEqual(new Set([15, 16, 17, 18, 19]));
  });

  it.each<[string, Table, SplitOptions, string]>([
    ['a share of 0', randomTable(), { ...half, testShare: 0 }, 'the test share is 0'],
    [
      'time without times',
      randomTable(),
      { ...half, by: 'time' },
      'a split by time needs a time column',
    ],
    [
      'clusters without clusters',
      randomTable(),
      { ...half, by: 'cluster' },
      'a split by cluster needs a cluster column',
    ],
    ['one row', randomTable({ rows: 1 }), half, "1 row can't be split with a test share of 0.5"],
    [
      'one row, by what it is for',
      randomTable({ rows: 1 }),
      { ...half, purpose: 'calibration' },
      "1 row can't be split with a calibration share of 0.5",
    ],
    [
      'one cluster',
      { ...randomTable(), cluster: { names: ['k'], index: new Int32Array(200) } },
      { ...half, testShare: 0.3 },
      "200 rows can't be split with a test share of 0.3 by cluster",
    ],
  ])('refuse %s', (_name, table, options, message) => {
    expect(() => splitRows(table, options)).toThrow(message);
  });
});

describe('what a scorer reads of another table', () => {
  it('finds columns by name, in whatever order they stand', () => {
    const table = randomTable({ columns: 2 });
    const spec = fitFeatureSpec(table);
    const swapped = { ...table, columns: [...table.columns].reverse() };
    expect(inputOf(swapped, spec)).toEqual(inputOf(table, spec));
  });

  it('a column that never changes becomes 0, not a division by 0', () => {
    const table = {
      ...randomTable(),
      columns: [{ name: 'k', values: new Float32Array(200).fill(7) }],
    };
    const [column] = fitFeatureSpec(table).columns;
    expect(column).toMatchObject({ name: 'k', mean: 7, deviation: 1 });
  });
});

describe('several experts from arrays', () => {
  const label = [0, 1, 1];
  const model = [
    [0.9, 0.1],
    [0.4, 0.6],
    [0.7, 0.3],
  ];
  const votes = [
    [2, 1],
    [0, 3],
    [1, 1],
  ];
  const base = { label, model, classes: ['no', 'yes'] };

  it('come in the order given, each in its own form', () => {
    const { experts } = tableFromArrays({
      ...base,
      experts: {
        nurse: { answers: ['no', null, 'yes'], cost: [1, 1, 2] },
        panel: { votes, propensity: [0.5, 1, 1] },
        network: { answers: model },
        judged: { correct: [1, 0, Number.NaN] },
        priced: { loss: [0, 2, 5] },
      },
    });
    expect(experts).toEqual([
      {
        name: 'nurse',
        kind: 'labels',
        labels: Int32Array.of(0, -1, 1),
        cost: Float32Array.of(1, 1, 2),
      },
      {
        name: 'panel',
        kind: 'votes',
        votes: Float32Array.of(2, 1, 0, 3, 1, 1),
        propensity: Float32Array.of(0.5, 1, 1),
      },
      {
        name: 'network',
        kind: 'probabilities',
        probabilities: Float32Array.of(0.9, 0.1, 0.4, 0.6, 0.7, 0.3),
      },
      { name: 'judged', kind: 'correct', correct: Float32Array.of(1, 0, Number.NaN) },
      { name: 'priced', kind: 'losses', losses: Float32Array.of(0, 2, 5) },
    ]);
    const [alone] = tableFromArrays({
      ...base,
      expert: ['no', null, 'yes'],
      expertCost: [1, 1, 2],
    }).experts;
    expect({ ...alone, name: 'nurse' }).toEqual(experts[0]);
  });

  it('are refused beside one expert, in two forms or in none', () => {
    const given = (arrays: object) => () => tableFromArrays({ ...base, ...arrays });
    const nurse = { answers: [0, 1, 1] };
    expect(given({ experts: { nurse }, expertCost: [1, 1, 1] })).toThrow(
      'arrays: expertCost speaks of one expert and experts of several.',
    );
    expect(given({ experts: { nurse: { ...nurse, votes } } })).toThrow(
      'expert nurse: is given by answers and votes (expected one of answers, votes, correct, loss).',
    );
    expect(given({ experts: { nurse: { cost: [1, 1, 1] } } })).toThrow(/is given by nothing/);
    expect(given({ experts: { nurse: { votes: [[1, 1]] } } })).toThrow(/expert nurse/);
    expect(given({ experts: { nurse: { answers: [0, 1, 2] } } })).toThrow(/row 3: nurse is 2/);
  });
});
