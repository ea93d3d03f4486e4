import { caseCosts, fitPolicy, rejectCosts, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { pricedRows } from '../../test/priced-rows.js';
import { countedRows } from '../certify/counted-rows.js';

/** The model is wrong on the first two rows: it answers y where x is true. */
const table: Table = { ...pricedRows, experts: [], modelCost: undefined };
const costMatrix = Float64Array.of(0, 7, 9, 0);
const losses: Table = {
  rows: 3,
  classes: [],
  modelLoss: Float32Array.of(0.5, 0, 2),
  experts: [{ name: 'e', kind: 'losses', losses: Float32Array.of(1, 1, 1) }],
  columns: [],
};

describe('what cases cost where nobody can be asked', () => {
  it('an answer what it loses, a case turned away nothing', () => {
    const { kept, handed, largest, pricedBy } = rejectCosts(table, 0.1);
    expect([...kept]).toEqual([0.1, 0.1, 0, 0]);
    expect([...handed]).toEqual([0, 0, 0, 0]);
    expect([largest, pricedBy]).toEqual([0.1, 'error']);
    expect(() => rejectCosts(table)).toThrow(/nothing says how much\.$/);
  });

  it('a matrix says what, its largest entry is the scale, and a price beside it is refused', () => {
    const { kept, largest, pricedBy } = rejectCosts({ ...table, costMatrix });
    expect([...kept]).toEqual([7, 7, 0, 0]);
    expect([largest, pricedBy]).toEqual([9, 'matrix']);
    expect(() => rejectCosts({ ...table, costMatrix }, 100)).toThrow(
      'the cost matrix prices every error',
    );
  });

  it('the price is the scale, not what the rows happen to show', () => {
    const perfect = { ...table, label: Int32Array.of(1, 1, 1, 1) };
    const policy = fitPolicy(table, { method: 'reject', calibrationShare: 0, rate: 0.5 });
    const counted = countedRows(policy, perfect, { what: 'cost', errorCost: 5 });
    expect(counted).toMatchObject({ scale: 5, pricedBy: 'error' });
    expect(Array.from(counted.rows.modelValue)).toEqual([1, 1, 1, 1]);
    // Three people of four say x: no row shows a whole error, and one still costs 8.
    const labelVotes = Float32Array.of(3, 1, 3, 1, 0, 4, 0, 4);
    expect(rejectCosts({ ...table, label: undefined, labelVotes }, 8)).toMatchObject({
      kept: Float64Array.of(6, 6, 0, 0),
      largest: 8,
    });
  });

  it('losses have no other price: one that is given beside them is refused', () => {
    expect(rejectCosts(losses)).toMatchObject({ largest: 2, pricedBy: 'losses' });
    const refused =
      'the table has losses of its own, so a cost of wrong answers prices nothing here';
    expect(() => rejectCosts(losses, 5)).toThrow(refused);
    expect(() => caseCosts(losses, 0, 5)).toThrow(refused);
    expect(caseCosts(losses, 0)).toMatchObject({ largest: 2, pricedBy: 'losses' });
  });
});
