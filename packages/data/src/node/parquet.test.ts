import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problems } from '../problems.js';
import type { Want } from '../read/contract.js';
import { connect, quoteText } from './duckdb.js';
import { fileSource } from './files.js';
import { openParquet } from './parquet.js';
import { readTable } from './read-table.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-parquet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = 7001;
const want = (field: string, as: Want['as']): Want => ({ field, as, width: 1 });

/** Columns whose values a formula tells, so that nobody else has to be asked. */
const COLUMNS: Record<string, { sql: string; as: Want['as']; value(i: number): unknown }> = {
  whole: { sql: 'CAST(i % 10 AS BIGINT)', as: 'label', value: (i) => i % 10 },
  half: { sql: 'CAST(i AS FLOAT) / 2', as: 'float32', value: (i) => i / 2 },
  gaps: {
    sql: 'CASE WHEN i % 5 = 0 THEN NULL ELSE CAST(i % 7 AS DOUBLE) / 8 END',
    as: 'float64',
    value: (i) => (i % 5 === 0 ? Number.NaN : (i % 7) / 8),
  },
  special: {
    sql: "CASE WHEN i % 3 = 0 THEN 'nan'::DOUBLE WHEN i % 3 = 1 THEN '-infinity'::DOUBLE ELSE 1e300 END",
    as: 'float64',
    value: (i) => [Number.NaN, -Infinity, 1e300][i % 3],
  },
  nothing: { sql: 'CAST(NULL AS FLOAT)', as: 'float32', value: () => Number.NaN },
  small: { sql: 'CAST(i % 300 - 150 AS SMALLINT)', as: 'float64', value: (i) => (i % 300) - 150 },
  large: {
    sql: '9007199254740993 + i * 2',
    as: 'text',
    value: (i) => String(9007199254740993n + 2n * BigInt(i)),
  },
  name: {
    sql: "CASE WHEN i % 11 = 0 THEN NULL ELSE ['cat', 'größe', 'a word of more than 12 bytes'][1 + i % 3] END",
    as: 'label',
    value: (i) => (i % 11 === 0 ? null : ['cat', 'größe', 'a word of more than 12 bytes'][i % 3]),
  },
  mark: {
    sql: "['NA', 'x', ' none ', '', 'null and void'][1 + i % 5]",
    as: 'text',
    value: (i) => [null, 'x', null, null, 'null and void'][i % 5],
  },
  truth: { sql: 'i % 3 = 0', as: 'label', value: (i) => (i % 3 === 0 ? 'true' : 'false') },
  day: {
    sql: "DATE '2026-01-01' + CAST(i % 400 AS INTEGER)",
    as: 'time',
    value: (i) => Date.UTC(2026, 0, 1) + (i % 400) * 86_400_000,
  },
  moment: {
    sql: "TIMESTAMP '2026-01-01 12:00:00' + INTERVAL (i) SECOND",
    as: 'time',
    value: (i) => Date.UTC(2026, 0, 1, 12) + 1000 * i,
  },
  tiny: { sql: 'CAST(i % 200 AS UTINYINT)', as: 'float32', value: (i) => i % 200 },
  price: { sql: 'CAST(i AS DECIMAL(9, 2)) / 4', as: 'float32', value: (i) => i / 4 },
};

async function write(name: string, select: string, options: string): Promise<string> {
  const path = join(folder, name);
  const connection = await connect();
  await connection.run(`COPY (${select}) TO ${quoteText(path)} (FORMAT parquet, ${options})`);
  connection.closeSync();
  return path;
}

describe.each([
  'COMPRESSION snappy',
  'COMPRESSION uncompressed, ROW_GROUP_SIZE 2048',
  'COMPRESSION zstd, PARQUET_VERSION V2',
  'COMPRESSION gzip, ROW_GROUP_SIZE 2048, DICTIONARY_SIZE_LIMIT 1',
])('Parquet with %s', (options) => {
  let path = '';
  beforeAll(async () => {
    const columns = Object.entries(COLUMNS).map(([name, { sql }]) => `${sql} AS ${name}`);
    path = await write(
      'table.parquet',
      `SELECT ${columns.join(', ')} FROM range(${ROWS}) t(i)`,
      options,
    );
  });

  it('gives every value', async () => {
    const table = await openParquet(await fileSource(path));
    expect(table.expectedRows).toBe(ROWS);
    const wants = Object.entries(COLUMNS).map(([name, { as }]) => want(name, as));
    const found = wants.map(() => [] as unknown[]);
    for await (const batch of table.batches(wants, new Problems()))
      batch.columns.forEach((column, k) => {
        for (const value of column) found[k]!.push(value);
      });
    const rows = Array.from({ length: ROWS }, (_, i) => i);
    Object.values(COLUMNS).forEach(({ value }, k) => {
      expect(found[k]).toEqual(rows.map(value));
    });
  });
});

it('several files are one table', async () => {
  const rows = (from: number, to: number) =>
    `SELECT i % 3 AS label, CAST(1 / (2 + i) AS FLOAT) AS model_p0, CAST(1 / (3 + i) AS FLOAT) AS model_p1, 1 - model_p0 - model_p1 AS model_p2, (i + 1) % 3 AS expert_label FROM range(${from}, ${to}) t(i)`;
  const options = 'ROW_GROUP_SIZE 2048';
  const paths = [
    await write('first.parquet', rows(0, 5000), options),
    await write('second.parquet', rows(5000, 9000), options),
  ];
  const table = await readTable(paths);
  const whole = await readTable(await write('whole.parquet', rows(0, 9000), options));
  expect(table.rows).toBe(9000);
  expect(table.model).toEqual(whole.model);
  expect(table.label).toEqual(whole.label);
});

describe('rows that are no probabilities are named', () => {
  it.each([
    ['sound', '0.25', undefined],
    [
      'a wrong sum',
      'CASE WHEN i = 4321 THEN 0.5 ELSE 0.25 END',
      /row 4322: model probabilities sum to 1.25/,
    ],
    [
      'a negative',
      'CASE WHEN i = 17 THEN -0.25 ELSE 0.25 END',
      /row 18: the model probability of class 0 is -0.25/,
    ],
    [
      'a gap',
      'CASE WHEN i = 4999 THEN NULL ELSE 0.25 END',
      /row 5000: the model value of class 0 is missing/,
    ],
  ])('%s', async (_name, first, message) => {
    const path = await write(
      'rows.parquet',
      `SELECT i % 3 AS label, CAST(${first} AS FLOAT) AS model_p0, 0.25::FLOAT AS model_p1, 0.5::FLOAT AS model_p2, i % 3 AS expert_label FROM range(5000) t(i)`,
      'ROW_GROUP_SIZE 2048',
    );
    if (message) await expect(readTable(path)).rejects.toThrow(message);
    else expect((await readTable(path)).model?.slice(-3)).toEqual(Float32Array.of(0.25, 0.25, 0.5));
  });
});
