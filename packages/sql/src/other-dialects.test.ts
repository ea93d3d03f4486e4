import { describe, expect, it } from 'vitest';
import { agreement } from '../test/agreement.js';
import { decideInDuckDb } from '../test/duckdb.js';
import { everyShape, policyOf } from '../test/policies.js';
import { policyToSql } from './index.js';

interface Grammars {
  parse(sql: string, dialect: string): { success: boolean };
  transpile(
    sql: string,
    from: string,
    to: string,
    options: { unsupportedLevel: 'raise' },
  ): { sql?: string[]; error?: string };
}

// Wants Node 22 by its own words, though it runs on 20, so it is no dependency: CI installs it with
//   npm install --no-save @polyglot-sql/sdk@0.12.1
const PACKAGE = '@polyglot-sql/sdk';
const grammars: Grammars | null = await import(PACKAGE).catch(() => null);

/**
 * Engines that can't run here. A public grammar of the dialect reads the statement, and what it
 * understood, written anew for DuckDB, must decide as core does.
 */
describe.skipIf(grammars === null).each(['spark', 'bigquery', 'trino'] as const)('%s', (name) => {
  it('is read by a grammar of its own, and means what core computes', async () => {
    for (const [k, shape] of everyShape().entries()) {
      if (k % 13 !== 0) continue;
      const { policy, cases } = policyOf(shape, 160, k);
      const sql = policyToSql(policy, { dialect: name, table: 'elsewhere' });
      const understood = grammars!.transpile(sql, name, 'duckdb', { unsupportedLevel: 'raise' });
      expect(understood.error ?? null, JSON.stringify(shape)).toBeNull();
      // Spark's element_at of an array counts from 1, as list_extract does; DuckDB's is of maps only.
      const there = understood
        .sql![0].replaceAll('ELEMENT_AT(', 'list_extract(')
        .replaceAll('REVERSE(ARRAY_SORT(', 'list_reverse(list_sort('); // Trino's, of arrays too
      const decided = await decideInDuckDb(there, cases, 'elsewhere');
      const found = agreement(policy, cases, decided);
      expect(found.worst, JSON.stringify(shape)).toBeLessThanOrEqual(1);
      expect(found.wrong, JSON.stringify(shape)).toBe(0);
    }
  }, 60_000);

  it('the grammar refuses what is no SQL', () => {
    const { policy } = policyOf(everyShape()[0], 8);
    const sql = policyToSql(policy, { dialect: name, table: 't' });
    expect(grammars!.parse(sql.replace(' END', ''), name).success).toBe(false);
  });
});
