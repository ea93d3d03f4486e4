import { fitPolicy, type Table, takeRows } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { randomTable } from '../../../core/test/tables.js';
import type { NamedTable } from '../table/named-table.js';
import { refuseSeenRows } from './seen-rows.js';

/** A small tree's probabilities: two leaves, so rows look alike but for their columns. */
const likeATree = (columns: number): Table => {
  const table = randomTable({ rows: 600, classes: 2, columns, seed: 4 });
  return {
    ...table,
    model: table.model!.map((_, i) => (i % 4 === 0 || i % 4 === 3 ? 0.75 : 0.25)),
  };
};

const named = (table: Table, hash: string): NamedTable => ({
  ...{ name: `${hash}.csv`, hash, issues: [] },
  table,
});

describe('rows that were fitted on, of few different probabilities', () => {
  it('are refused where columns tell them apart, also a part of them under another name', () => {
    const table = likeATree(2);
    const policy = fitPolicy(table, { method: 'logistic', hash: 'fit' });
    const half = takeRows(table, [...Array(300).keys()]);
    expect(() => refuseSeenRows(policy, named(half, 'half'))).toThrow(
      /half\.csv holds rows the policy was fitted on \(about \d\d % of those\)/,
    );
    const fresh = randomTable({ rows: 300, classes: 2, columns: 2, seed: 5 });
    expect(refuseSeenRows(policy, named(fresh, 'fresh'))).toEqual([]);
  });

  it("are told to be beyond telling where nothing does: it isn't silent", () => {
    const table = likeATree(0);
    const policy = fitPolicy(table, { method: 'logistic', hash: 'fit' });
    expect(refuseSeenRows(policy, named(table, 'copy'))).toEqual([
      { code: 'fitting-rows-untold', table: 'copy.csv' },
    ]);
    expect(() => refuseSeenRows(policy, named(table, 'fit'))).toThrow(/the very table/);
  });

  it('are told to be beyond telling where the columns that they were known by are missing', () => {
    const table = randomTable({ rows: 600, classes: 2, columns: 1, seed: 6 });
    const policy = fitPolicy(table, { method: 'conf', hash: 'fit' });
    expect(() => refuseSeenRows(policy, named(table, 'copy'))).toThrow(/holds rows/);
    expect(refuseSeenRows(policy, named({ ...table, columns: [] }, 'bare'))).toEqual([
      { code: 'fitting-rows-untold', table: 'bare.csv' },
    ]);
  });
});
