import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedColumns } from './copied-columns.js';
import { openPartFile } from './part-file.js';

/** Pages copied as they are must be what they were, whoever wrote them, for whoever reads them. */
const FILES = join(import.meta.dirname, '../../../test/parquet');
const folder = mkdtempSync(join(tmpdir(), 'cede-copied-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS();
const from = (path: string) => `read_parquet('${path}')`;

/** Columns that are no lists or structs, and how many rows the file has. */
async function flatColumns(path: string) {
  const described = await rowsOf(`DESCRIBE SELECT * FROM ${from(path)}`);
  const [[count]] = await rowsOf(`SELECT count(*) FROM ${from(path)}`);
  const names = described
    .filter(([, type]) => !/[[(]/.test(String(type).replace(/DECIMAL\([^)]*\)/, '')))
    .map(([name]) => String(name));
  return { names, rows: Number(count) };
}

/** Scores in windows that don't fit the row groups. */
async function scored(path: string, names: readonly string[], rows: number, out: string) {
  const copied = await copiedColumns(path, names);
  if (!copied) throw new Error(`${path}: not copied`);
  const writer = await openPartFile(out, copied, 'panel');
  for (let first = 0; first < rows; first += 77) {
    const length = Math.min(77, rows - first);
    const scores = Float32Array.from({ length }, (_, i) => first + i - 100.5);
    await writer.add({ scores, defer: Uint8Array.from(scores, (_, i) => ((first + i) % 3) & 1) });
  }
  await writer.finish();
  await writer.close();
}

const list = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

async function expectCopy(path: string, out: string) {
  const { names, rows } = await flatColumns(path);
  await scored(path, names, rows, out);
  const kept = names.length > 0 ? `${list(names)}, ` : '';
  expect(await rowsOf(`SELECT ${kept}score, defer, route FROM ${from(out)}`)).toEqual(
    (names.length > 0
      ? await rowsOf(`SELECT ${list(names)} FROM ${from(path)}`)
      : Array.from({ length: rows }, () => [])
    ).map((row, i) => [...row, i - 100.5, i % 3 === 1, i % 3 === 1 ? 'panel' : 'model']),
  );
  return { names, rows };
}

/** Not those that are kept because they are damaged, or because their names are. */
const isSound = (name: string) =>
  name.endsWith('.parquet') && !/^(flipped|hang|typeerror|two-columns)/.test(name);

describe('files of other writers', () => {
  it.each(readdirSync(FILES).filter(isSound))('%s', async (name) => {
    const { names, rows } = await expectCopy(join(FILES, name), at(name));
    const bytes = readFileSync(at(name));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const read = await parquetReadObjects({ file: file as ArrayBuffer, compressors });
    expect(read).toHaveLength(rows);
    expect(Object.keys(read[0] ?? {})).toEqual([...names, 'score', 'defer', 'route']);
    expect(read.map(({ score }) => score)).toEqual(read.map((_, i) => i - 100.5));
    expect(read.map(({ route }) => route)).toEqual(
      read.map((_, i) => (i % 3 === 1 ? 'panel' : 'model')),
    );
  });
});

it.each(['snappy', 'zstd', 'gzip', 'lz4_raw', 'uncompressed'])(
  'many row groups, dictionaries, missing values, every type: %s',
  async (codec) => {
    for (const version of ['V1', 'V2']) {
      const path = at(`${codec}-${version}.parquet`);
      await connection.run(
        `COPY (SELECT CASE WHEN i % 7 = 0 THEN NULL ELSE 'id ü ' || i END AS id, i % 3 = 0 AS flag, i::DECIMAL(12, 2) AS price, i * 1.5 AS number, 'level ' || (i % 4) AS level, DATE '2020-01-01' + i::INT AS day, TIMESTAMP '2020-01-01 00:00:00' + INTERVAL (i) SECOND AS moment, NULL::INTEGER AS nothing, [i, i] AS list FROM range(5000) AS t(i)) TO '${path}' (FORMAT parquet, CODEC '${codec}', PARQUET_VERSION '${version}', ROW_GROUP_SIZE 2048)`,
      );
      const { names } = await expectCopy(path, at('copy.parquet'));
      expect(names).toHaveLength(8);
      // What engines leave row groups out by is true of the copy.
      const some = await rowsOf(
        `SELECT count(*) FROM ${from(at('copy.parquet'))} WHERE score > 4800 AND id > 'id ü 49'`,
      );
      expect(some).toEqual(
        await rowsOf(
          `SELECT count(*) FROM ${from(path)} WHERE number / 1.5 - 100.5 > 4800 AND id > 'id ü 49'`,
        ),
      );
      rmSync(at('copy.parquet'));
    }
  },
);

it('what is not one column, or does not add up, is left to DuckDB', async () => {
  const path = at('lists.parquet');
  await connection.run(
    `COPY (SELECT 'id ' || i AS id, [i, i] AS list FROM range(300) AS t(i)) TO '${path}' (FORMAT parquet)`,
  );
  expect(await copiedColumns(path, ['list'])).toBeUndefined();
  expect(await copiedColumns(path, ['nothing'])).toBeUndefined();
  const bytes = readFileSync(path);
  // In the header of the first page: its size no longer leads to the next.
  bytes[10] ^= 0x02;
  writeFileSync(at('damaged.parquet'), bytes);
  await expect(scored(at('damaged.parquet'), ['id'], 300, at('no.parquet'))).rejects.toThrow(
    expect.objectContaining({ name: 'UnclearParquet' }),
  );
  writeFileSync(at('short.parquet'), 'PAR1');
  expect(await copiedColumns(at('short.parquet'), ['id'])).toBeUndefined();
});
