import { expect, it } from 'vitest';
import { agreement } from '../test/agreement.js';
import { decideInDuckDb } from '../test/duckdb.js';
import { policyOf } from '../test/policies.js';
import { policyToSql } from './index.js';

it.each([10, 100])(
  'DuckDB on 100,000 rows of %i classes',
  async (classes) => {
    const shape = {
      kind: 'calibrated',
      classes,
      columns: 2,
      hidden: [64, 16],
      networks: 2,
      head: 'identity',
      combine: 'network',
    } as const;
    const { policy, cases } = policyOf(shape, 100_000);
    const sql = policyToSql(policy, { dialect: 'duckdb', table: 'many' });
    const found = agreement(policy, cases, await decideInDuckDb(sql, cases, 'many'));
    console.log(
      `${classes} classes: worst ${found.worst.toFixed(3)} of 1e-5 · max(1, |score|), ${found.wrong} decisions wrong outside it`,
    );
    expect(found.worst).toBeLessThanOrEqual(1);
    expect(found.wrong).toBe(0);
  },
  600_000,
);
