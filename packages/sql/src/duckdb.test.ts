import { expect, it } from 'vitest';
import { agreement, type Case } from '../test/agreement.js';
import { connection, decideInDuckDb } from '../test/duckdb.js';
import { everyShape, policyOf } from '../test/policies.js';
import { policyToSql } from './index.js';

it('DuckDB decides as core does, for every kind of scorer', async () => {
  for (const [k, shape] of everyShape().entries()) {
    const { policy, cases } = policyOf(shape, 400, k);
    const sql = policyToSql(policy, { dialect: 'duckdb', table: 'predictions' });
    const decided = await decideInDuckDb(sql, cases, 'predictions');
    const found = agreement(policy, cases, decided);
    expect(found.worst, JSON.stringify(shape)).toBeLessThanOrEqual(1);
    expect(found.wrong, JSON.stringify(shape)).toBe(0);
    expect(found.deferred).toBeGreaterThan(100);
  }
}, 60_000);

it('rows that cede would refuse have no decision, and the others keep theirs', async () => {
  const shape = {
    kind: 'paper',
    classes: 3,
    columns: 1,
    hidden: [4],
    networks: 1,
    head: 'identity',
    combine: 'network',
  } as const;
  const { policy, cases } = policyOf(shape, 8);
  const [row] = cases;
  const bad: Case[] = [
    { ...row, probabilities: [0.5, Number.NaN, 0.5] },
    { ...row, probabilities: [1.2, -0.1, -0.1] },
    { ...row, probabilities: [3, 2, 1] },
    { ...row, columns: [Number.NaN] },
    { ...row, columns: [Number.POSITIVE_INFINITY] },
    row,
  ];
  const sql = policyToSql(policy, { dialect: 'duckdb', table: 'odd' });
  const decided = await decideInDuckDb(sql, bad, 'odd');
  expect(decided.map(({ score }) => score === null)).toEqual([true, true, true, true, true, false]);
  expect(decided.slice(0, 5).every(({ defer, route }) => defer === null && route === null)).toBe(
    true,
  );
  await connection.run(
    'UPDATE odd SET "column 0" = NULL; UPDATE odd SET model_1 = NULL WHERE id = 0',
  );
  const missing = await connection.runAndReadAll(sql);
  expect(missing.getRowObjects().every(({ score }) => score === null)).toBe(true);
});

it("a group's own threshold holds for its rows", async () => {
  const shape = {
    kind: 'linear',
    classes: 3,
    columns: 0,
    hidden: [],
    networks: 1,
    head: 'identity',
    combine: 'network',
  } as const;
  const { policy, cases } = policyOf(shape, 300);
  const groups = {
    column: 'region',
    names: ["no'rth", 'south'],
    values: ['-Infinity', 0.2],
  } as const;
  const grouped = { ...policy, threshold: { ...policy.threshold, groups } } as typeof policy;
  const spread = cases.map((each, i) => ({ ...each, group: ["no'rth", 'south', 'west'][i % 3] }));
  const sql = policyToSql(grouped, { dialect: 'duckdb', table: 'regions', keep: ['id', 'region'] });
  const decided = await decideInDuckDb(sql, spread, 'regions');
  expect(agreement(grouped, spread, decided)).toMatchObject({ wrong: 0 });
  expect(decided.filter((_, i) => i % 3 === 0).some(({ defer }) => defer)).toBe(false);
});

it('columns are named as the user has them, and what has no SQL form is refused by name', () => {
  const shape = {
    kind: 'linear',
    classes: 2,
    columns: 0,
    hidden: [],
    networks: 1,
    head: 'identity',
    combine: 'network',
  } as const;
  const { policy } = policyOf(shape, 8);
  const sql = policyToSql(policy, {
    dialect: 'postgres',
    table: 'shop.predictions',
    probabilities: ['no "quotes"', 'yes'],
    keep: ['order'],
  });
  expect(sql).toContain('CAST("no ""quotes""" AS double precision)');
  expect(sql).toContain('FROM shop.predictions');
  expect(() =>
    policyToSql(policy, { dialect: 'duckdb', table: 't', probabilities: ['a'] }),
  ).toThrow('1 columns of probabilities are named, and the policy has 2 classes');
  expect(() => policyToSql(policy, { dialect: 'oracle' as never, table: 't' })).toThrow(
    'SQL dialect "oracle" is unknown. There are duckdb, postgres, spark, bigquery, trino, clickhouse.',
  );
  const later = { ...policy, scorer: { ...policy.scorer, forest: [] } } as typeof policy;
  expect(() => policyToSql(later, { dialect: 'duckdb', table: 't' })).toThrow(
    "the policy's scorer has forest, which has no SQL form",
  );
});
