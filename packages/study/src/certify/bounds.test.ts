import { fitPolicy, type Policy, type Table } from '@cede/core';
import { boundsText } from '@cede/report/words';
import { describe, expect, it } from 'vitest';
import type { NamedTable } from '../table/named-table.js';
import { boundsOn } from './bounds.js';
import { countedRows } from './counted-rows.js';

/** Sixty rows, two classes; the model is wrong on every third, the expert on every fifth. */
const rows = 60;
const label = Int32Array.from({ length: rows }, (_, i) => i % 2);
const wrongEvery = (n: number) => label.map((is, i) => (i % n === 0 ? 1 - is : is));
const guess = wrongEvery(3);
const table: Table = {
  rows,
  classes: ['x', 'y'],
  label,
  model: Float32Array.from({ length: 2 * rows }, (_, k) => {
    const sure = 0.55 + (Math.floor(k / 2) % 7) / 20;
    return guess[Math.floor(k / 2)] === k % 2 ? sure : 1 - sure;
  }),
  experts: [
    { name: 'e', kind: 'labels', labels: wrongEvery(5), cost: new Float32Array(rows).fill(2) },
  ],
  columns: [],
};
const policy = fitPolicy(table, { method: 'conf', calibrationShare: 0, rate: 0.5 });
const checked = { table, hash: 'h', name: 't', issues: [] } as unknown as NamedTable;

describe('stored bounds', () => {
  it('keeps shares in [0, 1] where costs are counted, and prints the unit of the table', () => {
    const certifying = countedRows(policy, table, { what: 'cost', errorCost: 10 });
    const options = { confidence: 0.9, errorCost: 10, spending: true };
    const dial = boundsOn(policy, checked, certifying, options);
    // The dearest case is a wrong answer of the expert: 10 + 2.
    expect(dial.cost).toEqual({ largest: 12, errorCost: 10 });
    for (const { error, errorAtMost, gain, gainAtLeast } of dial.points) {
      for (const share of [error, errorAtMost, Math.abs(gain), Math.abs(gainAtLeast)])
        expect(share).toBeLessThanOrEqual(1);
      expect(errorAtMost).toBeGreaterThan(error);
    }
    // Nothing handed over: 20 errors of 60, at 10 each.
    expect(12 * dial.points.at(-1)!.error).toBeCloseTo(10 / 3, 9);
    expect(boundsText(dial).find((line) => / 0\.0 % /.test(line))).toMatch(/ 3\.333 /);
    // Everything handed over: 12 errors of 60, and 2 for each answer.
    expect(dial.points[0]).toMatchObject({ rate: 1, spent: 2 });
    expect(12 * dial.points[0].error).toBeCloseTo(4, 9);
    expect(boundsText(dial)[2]).toMatch(/100\.0 % .* 4 /);
  });

  it('leaves what answers cost out where nobody is asked, or nobody is paid', () => {
    const options = { confidence: 0.9, spending: true };
    const dialOf = (asked: Policy, on: Table) =>
      boundsOn(asked, { ...checked, table: on }, countedRows(asked, on), options);
    expect(dialOf(policy, table).points[0].spent).toBe(2);
    // The table's expert has a price, but this policy only turns cases away.
    const rejecting = fitPolicy(table, { method: 'reject', calibrationShare: 0, rate: 0.5 });
    expect(dialOf(rejecting, table).points[0].spent).toBeUndefined();
    expect(() => countedRows(rejecting, table, { what: 'answers' })).toThrow(
      /turns cases away and asks nobody/,
    );
    const [expert] = table.experts;
    const free = { ...table, experts: [{ ...expert, cost: new Float32Array(rows) }] };
    expect(dialOf(policy, free).points[0].spent).toBeUndefined();
  });
});
