/** Values that DuckDB (in Node) and hyparquet (in a page) hold differently: both doors give the same. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileSource } from '../src/node/files.js';
import { openParquet } from '../src/node/parquet.js';
import { Problems } from '../src/problems.js';
import type { OpenTable, Want } from '../src/read/contract.js';
import { parquetReader } from '../src/read/parquet.js';
import { bytesSource } from '../src/read/source.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-doors-'));
const path = join(folder, 'values.parquet');

beforeAll(async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (
    select * from (values
      (1003.858::decimal(7,3), 1.5::double, timestamp '2009-01-13 01:02:05.41', date '2009-01-13'),
      (0.1::decimal(7,3), 'nan'::double, timestamp '2010-01-01 00:00:00', date '2010-10-30'),
      (-7::decimal(7,3), 2::double, timestamp '1969-12-31 23:59:10', date '1969-12-31'),
      (null, null, null, null)
    ) as t(price, maybe, moment, day)
  ) to '${path}' (format parquet)`);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function column(table: OpenTable, field: string, as: Want['as']): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { columns } of table.batches([{ field, as, width: 1 }], new Problems()))
    found.push(...(columns[0] as ArrayLike<unknown> & Iterable<unknown>));
  return found;
}

it.each([
  ['price', 'float64', [1003.858, 0.1, -7, Number.NaN]],
  ['price', 'text', ['1003.858', '0.100', '-7.000', null]],
  ['maybe', 'float64', [1.5, Number.NaN, 2, Number.NaN]],
  // A number that is none is missing, and no name of a group.
  ['maybe', 'text', ['1.5', null, '2', null]],
  [
    'moment',
    'text',
    ['2009-01-13 01:02:05.41', '2010-01-01 00:00:00', '1969-12-31 23:59:10', null],
  ],
  ['day', 'text', ['2009-01-13', '2010-10-30', '1969-12-31', null]],
] as const)('%s as %s', async (field, as, expected) => {
  const node = await openParquet(await fileSource(path));
  const bytes = new Uint8Array(readFileSync(path));
  const page = await parquetReader.open(bytesSource('values.parquet', bytes));
  expect(await column(page, field, as), 'page').toEqual(expected);
  expect(await column(node, field, as), 'node').toEqual(expected);
});
