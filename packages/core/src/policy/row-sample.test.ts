import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import type { Table } from '../table/table.js';
import { takeRows } from '../table/take.js';
import { rowSample, shareSeen } from './row-sample.js';

describe('a sample of the fitting rows', () => {
  const fitted = randomTable({ rows: 2000, seed: 1 });
  const fresh = randomTable({ rows: 2000, seed: 2 });
  const sample = rowSample(
    takeRows(fitted, [...Array(1500).keys()]),
    takeRows(
      fitted,
      [...Array(500).keys()].map((i) => 1500 + i),
    ),
  );

  it('is the same for the whole table and for its parts', () => {
    expect(sample.sample).toHaveLength(64);
    expect(rowSample(fitted)).toEqual(sample);
  });

  it('finds fitted rows again in any order, other rows not, and parts by their share', () => {
    const backwards = takeRows(fitted, [...Array(2000).keys()].reverse());
    expect(shareSeen(sample, backwards)).toBe(1);
    expect(shareSeen(sample, fresh)).toBe(0);
    const half = shareSeen(sample, takeRows(fitted, [...Array(1000).keys()]));
    expect(Math.abs(half - 0.5)).toBeLessThan(0.2);
    expect(shareSeen({}, fitted)).toBe(0);
  });

  it('keeps nothing where rounded rows repeat', () => {
    const model = fitted.model!.map((_, i) => [0.5, 0.3, 0.1, 0.1][i % 4]);
    expect(rowSample({ ...fitted, model })).toEqual({ sample: [] });
  });

  it('tells rows of few probabilities apart by their columns, in any order of these', () => {
    const few = (table: Table): Table => ({
      ...table,
      model: table.model!.map((_, i) => [0.5, 0.3, 0.1, 0.1][i % 4]),
    });
    const withColumns = randomTable({ rows: 2000, seed: 1, columns: 2 });
    const known = rowSample(few(withColumns));
    expect(known.sampleOf).toEqual(withColumns.columns.map(({ name }) => name));
    const { columns } = withColumns;
    const more = [{ name: 'another', values: columns[0].values }, ...columns.toReversed()];
    expect(shareSeen(known, { ...few(withColumns), columns: more })).toBe(1);
    expect(shareSeen(known, few(randomTable({ rows: 2000, seed: 2, columns: 2 })))).toBe(0);
  });

  it('knows rows by a policy of before, which looked at probabilities alone', () => {
    const withColumns = randomTable({ rows: 2000, seed: 1, columns: 2 });
    const before = rowSample({ ...withColumns, columns: [] });
    expect(before.sampleOf).toBeUndefined();
    expect(shareSeen(before, withColumns)).toBe(1);
  });
});
