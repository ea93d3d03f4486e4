import type { Table } from '@cede/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitRows, splitTable } from './split.js';
import { takeRows } from './take.js';

/** A table of two classes from who is right in each row. */
function tableOf(right: readonly { model: boolean; expert: boolean | null }[]): Table {
  return {
    rows: right.length,
    classes: ['no', 'yes'],
    label: new Int32Array(right.length).fill(1),
    model: Float32Array.from(right.flatMap(({ model }) => (model ? [0.25, 0.75] : [0.75, 0.25]))),
    experts: [
      {
        name: 'expert',
        kind: 'labels',
        labels: Int32Array.from(right, ({ expert }) => (expert === null ? -1 : Number(expert))),
      },
    ],
    columns: [{ name: 'row', values: Float32Array.from(right.keys()) }],
  };
}

const rights = fc.array(
  fc.record({ model: fc.boolean(), expert: fc.option(fc.boolean(), { nil: null }) }),
  { minLength: 10, maxLength: 200 },
);

describe('a split', () => {
  it('puts every row on one side, with each cell in its share (within one row)', () => {
    fc.assert(
      fc.property(
        rights,
        fc.double({ min: 0.2, max: 0.8, noNaN: true }),
        fc.nat(),
        (right, testShare, seed) => {
          const table = tableOf(right);
          const { fit, test } = splitRows(table, { testShare, seed });
          expect([...fit, ...test].sort((a, b) => a - b)).toEqual([...right.keys()]);
          expect(test.length).toBe(Math.round(right.length * testShare));
          for (const model of [true, false]) {
            for (const expert of [true, false, null]) {
              const inCell = (row: number) =>
                right[row]!.model === model && right[row]!.expert === expert;
              const all = right.filter((_, row) => inCell(row)).length;
              const tested = [...test].filter(inCell).length;
              expect(Math.abs(tested - all * testShare)).toBeLessThan(1 + 1e-9);
            }
          }
        },
      ),
    );
  });

  it('repeats for a seed and changes with the seed and the purpose', () => {
    const table = tableOf(
      Array.from({ length: 200 }, (_, row) => ({ model: row % 3 > 0, expert: row % 5 > 0 })),
    );
    const draw = (seed: number, purpose?: string) =>
      String(splitRows(table, { testShare: 0.5, seed, purpose }).test);
    expect(draw(1)).toBe(draw(1));
    expect(new Set([draw(1), draw(2), draw(1, 'calibration')]).size).toBe(3);
  });

  it('never cuts a cluster and comes near the share', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(12), { minLength: 40, maxLength: 200 }),
        fc.nat(),
        (index, seed) => {
          fc.pre(new Set(index).size > 4);
          const names = Array.from({ length: 13 }, (_, k) => `c${k}`);
          const table = {
            ...tableOf(index.map(() => ({ model: true, expert: true }))),
            cluster: { names, index: Int32Array.from(index) },
          };
          const { fit, test } = splitRows(table, { testShare: 0.5, seed });
          const fitted = new Set([...fit].map((row) => index[row]));
          expect([...test].some((row) => fitted.has(index[row]!))).toBe(false);
          const largest = Math.max(
            ...names.map((_, k) => index.filter((cluster) => cluster === k).length),
          );
          expect(Math.abs(test.length - index.length / 2)).toBeLessThanOrEqual(largest / 2);
        },
      ),
    );
  });

  it('by time tests on the latest rows and keeps one moment together', () => {
    const table = {
      ...tableOf(Array.from({ length: 10 }, () => ({ model: true, expert: false }))),
      time: Float64Array.of(9, 1, 2, 3, 7, 7, 7, 4, 5, 6),
    };
    expect([...splitRows(table, { testShare: 0.3, seed: 1 }).test]).toEqual([0, 4, 5, 6]);
    expect([...splitRows(table, { testShare: 0.1, seed: 1 }).test]).toEqual([0]);
    expect([...splitRows(table, { testShare: 0.1, seed: 1, by: 'row' }).test]).toHaveLength(1);
  });

  it('refuses what can not be split', () => {
    const table = tableOf(Array.from({ length: 10 }, () => ({ model: true, expert: false })));
    expect(() => splitRows(table, { testShare: 1.2, seed: 1 })).toThrow(/test share is 1.2/);
    expect(() => splitRows(table, { testShare: 0.01, seed: 1 })).toThrow(/10 rows can't be split/);
    expect(() => splitRows(table, { testShare: 0.5, seed: 1, by: 'time' })).toThrow(/--time/);
  });
});

describe('taking rows', () => {
  it('takes every column along', () => {
    const table = tableOf([
      { model: true, expert: false },
      { model: false, expert: null },
      { model: true, expert: true },
    ]);
    const whole: Table = {
      ...table,
      id: ['a', 'b', 'c'],
      group: { names: ['x', 'y'], index: Int32Array.of(0, 1, 0) },
      time: Float64Array.of(1, 2, 3),
      weight: Float32Array.of(1, 2, 3),
      modelCost: Float32Array.of(4, 5, 6),
      labelVotes: Float32Array.of(1, 2, 3, 4, 5, 6),
    };
    const taken = takeRows(whole, [2, 1, 1]);
    expect(taken.rows).toBe(3);
    expect(taken.id).toEqual(['c', 'b', 'b']);
    expect([...taken.model!]).toEqual([0.25, 0.75, 0.75, 0.25, 0.75, 0.25]);
    expect(taken.experts[0]).toMatchObject({ kind: 'labels', labels: Int32Array.of(1, -1, -1) });
    expect([...taken.group!.index]).toEqual([0, 1, 1]);
    expect([...taken.time!]).toEqual([3, 2, 2]);
    expect([...taken.weight!]).toEqual([3, 2, 2]);
    expect([...taken.modelCost!]).toEqual([6, 5, 5]);
    expect([...taken.labelVotes!]).toEqual([5, 6, 3, 4, 3, 4]);
    expect([...taken.columns[0]!.values]).toEqual([2, 1, 1]);
    const { fit, test } = splitTable(whole, { testShare: 0.34, seed: 2 });
    expect([fit.rows, test.rows]).toEqual([2, 1]);
  });
});
