import { expect, it } from 'vitest';
import { agreement } from '../test/agreement.js';
import { clickhouse, hasClickhouse } from '../test/clickhouse.js';
import { decideInDuckDb } from '../test/duckdb.js';
import { policyOf } from '../test/policies.js';
import { decideInPostgres, hasPostgres, startPostgres } from '../test/postgres.js';
import { policyToSql } from './index.js';

const ROWS = 100_000;

const shapeOf = (classes: number) =>
  ({
    kind: 'calibrated',
    classes,
    columns: 2,
    hidden: [64, 16],
    networks: 2,
    head: 'identity',
    combine: 'network',
  }) as const;

function expectAgreement(engine: string, classes: number, found: ReturnType<typeof agreement>) {
  console.log(
    `${engine}, ${classes} classes: worst ${found.worst.toFixed(3)} of 1e-5 · max(1, |score|), ${found.wrong} decisions wrong outside it`,
  );
  expect(found.worst).toBeLessThanOrEqual(1);
  expect(found.wrong).toBe(0);
}

it.each([10, 100])('DuckDB on 100,000 rows of %i classes', async (classes) => {
  const { policy, cases } = policyOf(shapeOf(classes), ROWS);
  const sql = policyToSql(policy, { dialect: 'duckdb', table: 'many' });
  const decided = await decideInDuckDb(sql, cases, 'many');
  expectAgreement('DuckDB', classes, agreement(policy, cases, decided));
});

it.skipIf(!hasPostgres).each([10, 100])('PostgreSQL on 100,000 rows of %i classes', (classes) => {
  const server = startPostgres();
  try {
    const { policy, cases } = policyOf(shapeOf(classes), ROWS);
    const sql = policyToSql(policy, { dialect: 'postgres', table: 'predictions' });
    const decided = decideInPostgres(server, sql, cases);
    expectAgreement('PostgreSQL', classes, agreement(policy, cases, decided));
  } finally {
    server.stop();
  }
});

// With 100 classes the statement has 600 kB, and planning it takes 5 seconds: 10 rows were run so.
it.skipIf(!hasClickhouse)('ClickHouse on 100,000 rows of 10 classes', () => {
  const engine = clickhouse();
  try {
    const { policy, cases } = policyOf(shapeOf(10), ROWS);
    const sql = policyToSql(policy, { dialect: 'clickhouse', table: 'predictions' });
    const decided = engine.decide(sql, cases, 'predictions');
    expectAgreement('ClickHouse', 10, agreement(policy, cases, decided));
  } finally {
    engine.close();
  }
});
