import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreement, type Case } from '../test/agreement.js';
import { everyShape, policyOf } from '../test/policies.js';
import { decideInPostgres, hasPostgres, type Postgres, startPostgres } from '../test/postgres.js';
import { policyToSql } from './index.js';

describe.skipIf(!hasPostgres)('PostgreSQL (where it is installed)', () => {
  let server: Postgres;
  beforeAll(() => {
    server = startPostgres();
  }, 60_000);
  afterAll(() => server?.stop());

  const decideIn = (sql: string, cases: readonly Case[]) => decideInPostgres(server, sql, cases);

  it('decides as core does, for every kind of scorer', () => {
    for (const [k, shape] of everyShape().entries()) {
      if (k % 4 !== 0) continue; // DuckDB has them all
      const { policy, cases } = policyOf(shape, 160, k);
      const sql = policyToSql(policy, { dialect: 'postgres', table: 'predictions' });
      const found = agreement(policy, cases, decideIn(sql, cases));
      expect(found.worst, JSON.stringify(shape)).toBeLessThanOrEqual(1);
      expect(found.wrong, JSON.stringify(shape)).toBe(0);
      expect(found.deferred).toBeGreaterThan(40);
    }
  }, 120_000);

  it('says what makes it slow, where there is something to compute', () => {
    const shape = { kind: 'linear', classes: 2, columns: 0, hidden: [], networks: 1 } as const;
    const of = (combine: 'network' | 'confidence', dialect: 'postgres' | 'duckdb') =>
      policyToSql(policyOf({ ...shape, head: 'identity', combine }, 4).policy, {
        dialect,
        table: 'predictions',
      }).split('\n')[1];
    expect(of('network', 'postgres')).toMatch(/^-- Run SET jit = off first/);
    expect(of('network', 'duckdb')).not.toMatch('jit');
  });

  it('rows that cede would refuse have no decision', () => {
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
    const sql = policyToSql(policy, { dialect: 'postgres', table: 'predictions' });
    const odd = [Number.NaN, -0.2, 3].map((p) => ({ ...cases[0], probabilities: [0.5, p, 0.5] }));
    const decided = decideIn(sql, [...odd, { ...cases[0], columns: [Number.NaN] }, cases[0]]);
    expect(decided.map(({ score, defer }) => [score, defer].includes(null))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
