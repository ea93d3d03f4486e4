import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../test/tables.js';
import { inUnits, lossUnit } from '../table/loss-unit.js';
import { tableLosses } from '../table/losses.js';
import type { Expert, Table } from '../table/table.js';
import { methodNamed } from './registry.js';

const QUICK = { epochs: 4, hidden: [8] };
const scores = (name: string, table: Table) => [
  ...methodNamed(name).fit(table, QUICK).score(table),
];

describe('the unit of costs does not matter', () => {
  const table = randomTable({ rows: 300 });
  const costs = [0, 5, 1, 2, 40, 0, 3, 1, 100, 7, 0, 9, 1, 1, 1, 0];
  const priced = (factor: number): Table => ({
    ...table,
    costMatrix: Float64Array.from(costs, (cost) => factor * cost),
  });

  it.each(['drcpe-cost', 'drcpe-cost-ginf', 'drcpe-cost-chi2'])('%s, by a matrix', (name) => {
    const known = scores(name, priced(1));
    expect(new Set(known).size).toBeGreaterThan(100);
    expect(scores(name, priced(100))).toEqual(known);
    expect(scores(name, priced(1 / 64))).toEqual(known);
  });

  it('counts in units of the dearest error: between 0 and 1 nothing changes', () => {
    const wrong = Float64Array.from({ length: 16 }, (_, k) => (k % 5 === 0 ? 0 : 1));
    expect(scores('drcpe-cost', { ...table, costMatrix: wrong })).toEqual(
      scores('drcpe-zeroone', table),
    );
    const free = { ...table, costMatrix: new Float64Array(16) };
    expect(scores('drcpe-cost', free).every(Number.isFinite)).toBe(true);
    expect(scores('drcpe-cost-ginf', free).every(Number.isFinite)).toBe(true);
  });
});

describe("the unit of a table's own losses does not matter", () => {
  const table = classlessTable('losses');
  const [expert] = table.experts as readonly (Expert & { kind: 'losses' })[];
  const inUnit = (factor: number): Table => ({
    ...table,
    modelLoss: table.modelLoss!.map((loss) => factor * loss),
    experts: [{ ...expert, losses: expert.losses.map((loss) => factor * loss) }],
  });
  const largest = Math.max(...table.modelLoss!, ...expert.losses);
  const whole = 2 ** Math.ceil(1 - Math.log2(largest)); // a power of two that lifts it above 1

  it.each(['drcpe-given', 'drcpe-given-ginf'])('%s', (name) => {
    const known = scores(name, inUnit(whole));
    expect(new Set(known).size).toBeGreaterThan(20);
    expect(scores(name, inUnit(64 * whole))).toEqual(known);
  });

  it('losses within [0, 1] are shares, which have none', () => {
    const shares = tableLosses(inUnit(1 / largest), 'given', 0);
    expect(lossUnit(shares)).toBeNull();
    const missing = { ...shares.expert, losses: Float64Array.of(Number.NaN, 8) };
    expect(lossUnit({ ...shares, expert: missing })).toBe(8);
    expect([...inUnits({ ...shares, expert: missing }, 8).expert.losses]).toEqual([Number.NaN, 1]);
  });
});
