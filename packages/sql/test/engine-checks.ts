import { expect } from 'vitest';
import type { DialectName } from '../src/index.js';
import { policyToSql } from '../src/index.js';
import { agreement, type Case, type Decided } from './agreement.js';
import { everyShape, policyOf } from './policies.js';

/** Runs a statement in an engine, over rows in the table `predictions`. */
export type DecideIn = (sql: string, cases: readonly Case[]) => readonly Decided[];

const ONE_OF = 4; // DuckDB has every shape, in a test of its own

/** An engine's decisions are core's, for every kind of scorer. */
export function expectCoreDecisions(dialect: DialectName, decideIn: DecideIn): void {
  for (const [k, shape] of everyShape().entries()) {
    if (k % ONE_OF !== 0) continue;
    const { policy, cases } = policyOf(shape, 160, k);
    const sql = policyToSql(policy, { dialect, table: 'predictions' });
    const found = agreement(policy, cases, decideIn(sql, cases));
    expect(found.worst, JSON.stringify(shape)).toBeLessThanOrEqual(1);
    expect(found.wrong, JSON.stringify(shape)).toBe(0);
    expect(found.deferred).toBeGreaterThan(40);
  }
}

/** Rows that cede would refuse have no decision in the engine either. */
export function expectNoDecisionOnOddRows(dialect: DialectName, decideIn: DecideIn): void {
  const shape = {
    kind: 'paper',
    classes: 3,
    columns: 1,
    hidden: [4],
    networks: 1,
    head: 'identity',
    combine: 'network',
  } as const;
  const { policy, cases } = policyOf(shape, 4);
  const [row] = cases;
  const odd = [Number.NaN, -0.2, 3].map((p) => ({ ...row, probabilities: [0.5, p, 0.5] }));
  const sql = policyToSql(policy, { dialect, table: 'predictions' });
  const decided = decideIn(sql, [...odd, { ...row, columns: [Number.NaN] }, row]);
  const isRefused = decided.map(({ score, defer }) => [score, defer].includes(null));
  expect(isRefused).toEqual([true, true, true, true, false]);
}
