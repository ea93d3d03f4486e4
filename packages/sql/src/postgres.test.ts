import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Case } from '../test/agreement.js';
import { expectCoreDecisions, expectNoDecisionOnOddRows } from '../test/engine-checks.js';
import { policyOf } from '../test/policies.js';
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
    expectCoreDecisions('postgres', decideIn);
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
    expectNoDecisionOnOddRows('postgres', decideIn);
  });
});
