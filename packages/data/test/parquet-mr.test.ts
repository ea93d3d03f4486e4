/**
 * Files of parquet-mr (Spark, Hive, Java) and Impala, which can't be made without Java's packages and
 * are not kept here: `CEDE_PARQUET_TESTING=DIR` names the folder `data` of a clone of
 * apache/parquet-testing, and these tests are skipped without it. Expected values are those which
 * that repository documents (its `*_expect.csv`, made by other engines) or were written down by hand.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSource } from '../src/node/files.js';
import { openParquet } from '../src/node/parquet.js';
import { Problems } from '../src/problems.js';
import type { OpenTable } from '../src/read/contract.js';
import { parquetReader } from '../src/read/parquet.js';
import { bytesSource } from '../src/read/source.js';

const folder = process.env.CEDE_PARQUET_TESTING ?? '';
const present = folder !== '' && existsSync(folder);

type Columns = Record<string, readonly unknown[]>;

/** All plain columns, numbers as numbers and the rest as text; missing numbers are NaN. */
async function columnsOf(table: OpenTable, only?: readonly string[]): Promise<Columns> {
  const fields = table.fields.filter(
    ({ name, width, misfit }) => width === 1 && !misfit && (only?.includes(name) ?? true),
  );
  const wants = fields.map(({ name, kind }) => ({
    ...{ field: name, width: 1 },
    as: kind === 'number' ? ('float64' as const) : ('text' as const),
  }));
  const found: Record<string, unknown[]> = Object.fromEntries(fields.map(({ name }) => [name, []]));
  for await (const batch of table.batches(wants, new Problems())) {
    fields.forEach(({ name }, k) => {
      const column = batch.columns[k] as ArrayLike<unknown>;
      for (let i = 0; i < batch.rows; i++) found[name]!.push(column[i]);
    });
  }
  return found;
}

/** By both doors: DuckDB in Node, hyparquet in the page. */
async function read(name: string, only?: readonly string[]): Promise<[Columns, Columns]> {
  const path = join(folder, name);
  const node = await openParquet(await fileSource(path));
  const page = await parquetReader.open(bytesSource(name, new Uint8Array(readFileSync(path))));
  return [await columnsOf(node, only), await columnsOf(page, only)];
}

async function holds(name: string, expected: Columns): Promise<void> {
  for (const found of await read(name, Object.keys(expected)))
    for (const [column, values] of Object.entries(expected))
      expect(found[column], `${name}, ${column}`).toEqual(values);
}

/** Quoted cells without line breaks, as the repository writes them; an empty cell is missing. */
function expectedOf(name: string): { header: string[]; rows: (string | null)[][] } {
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  const cells = (line: string) =>
    [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)|(?<=,|^)(?=,|$)/g)].map(
      // One of the engines writes missing texts so.
      ([, quoted, bare]) => (quoted === 'Null' ? null : (quoted ?? bare ?? null)),
    );
  const [header, ...rows] = lines.map(cells);
  return { header: header!.map((cell) => cell!.trim()), rows };
}

const upTo24 = (scale: number) => Array.from({ length: 24 }, (_, k) => (k + 1) * scale);

describe.skipIf(!present)('files of parquet-mr and Impala', () => {
  it.each([
    'delta_binary_packed',
    'delta_byte_array',
    'delta_encoding_required_column',
    'delta_encoding_optional_column',
  ])('%s is as its CSV says', async (name) => {
    const { header, rows } = expectedOf(`${name}_expect.csv`);
    expect(rows.length).toBeGreaterThan(50);
    for (const found of await read(`${name}.parquet`)) {
      // Nothing is left out, so that a test of no columns can't pass.
      // One file's names end in a colon, of which its CSV knows nothing.
      expect(Object.keys(found).map((column) => column.replace(/[: ]+$/, ''))).toEqual(header);
      Object.values(found).forEach((values, k) => {
        expect(values.length).toBe(rows.length);
        values.forEach((value, i) => {
          const cell = rows[i]![k]!;
          if (typeof value === 'number')
            // Beyond 2^53 both are the nearest double.
            expect(value, `${header[k]} of row ${i}`).toBe(
              cell === null ? Number.NaN : Number(cell),
            );
          else expect(value ?? null, `${header[k]} of row ${i}`).toBe(cell);
        });
      });
    }
  });

  it('decimals of Spark, as int32, int64 and bytes', async () => {
    for (const name of [
      'int32_decimal',
      'int64_decimal',
      'fixed_length_decimal',
      'fixed_length_decimal_legacy',
      'byte_array_decimal',
    ])
      await holds(`${name}.parquet`, { value: upTo24(1) });
  });

  it('data pages v2 with snappy, missing values and booleans (Spark)', () =>
    holds('datapage_v2.snappy.parquet', {
      a: ['abc', 'abc', 'abc', null, 'abc'],
      b: [1, 2, 3, 4, 5],
      c: [2, 3, 4, 5, 2],
      d: [1, 1, 1, 0, 1],
    }));

  it('dictionaries with checksums, formats v1 and v2', async () => {
    const rows = { long_field: Array.from({ length: 1000 }, () => 0) };
    for (const name of ['plain-dict-uncompressed-checksum', 'rle-dict-snappy-checksum'])
      await holds(`${name}.parquet`, rows);
  });

  it('Hadoop’s own LZ4 frames, which DuckDB does not read, are refused for what they are', async () => {
    const source = await fileSource(join(folder, 'hadoop_lz4_compressed.parquet'));
    const said = await columnsOf(await openParquet(source)).catch((error: Error) => error.message);
    expect(said).toBe(
      "table hadoop_lz4_compressed.parquet: its compression, LZ4, can't be read here. Write it again with Snappy, zstd or gzip.",
    );
  });

  it('Impala: plain, snappy and dictionary', async () => {
    const [odd, tens] = [
      [0, 1.1],
      [0, 10.1],
    ].map((pair) => pair.map(Number)) as [number[], number[]];
    const turns = (pair: readonly number[], rows: number) =>
      Array.from({ length: rows }, (_, i) => pair[i % 2]!);
    const float = turns(odd, 8).map((value) => Math.fround(value));
    await holds('alltypes_plain.parquet', {
      id: [4, 5, 6, 7, 2, 3, 0, 1],
      bool_col: turns([1, 0], 8),
      int_col: turns([0, 1], 8),
      bigint_col: turns([0, 10], 8),
      float_col: float,
      double_col: turns(tens, 8),
    });
    await holds('alltypes_plain.snappy.parquet', {
      id: [6, 7],
      bigint_col: [0, 10],
      float_col: float.slice(0, 2),
      double_col: turns(tens, 2),
    });
    await holds('alltypes_dictionary.parquet', { id: [0, 1], double_col: turns(tens, 2) });
  });

  it('pages with missing values, one of them with nothing else', async () => {
    /** By page of 100 rows, as parquet-mr's own tool lists them: missing, least, largest. */
    const pages: [number, number?, number?][] = [
      [8, -2135807632, 2144701119],
      [55, -2104090659, 1745329571],
      [100],
      [52, -2116849709, 2077105757],
      [16, -2048691758, 2143189382],
      [12, -2017923401, 2087827129],
      [5, -2136906554, 2125689411],
      [7, -2113313110, 2145722375],
      [8, -2046900272, 2087168549],
      [12, -1941944785, 2078586537],
    ];
    for (const { int32_field: found } of await read('int32_with_null_pages.parquet'))
      pages.forEach(([missing, least, largest], page) => {
        const rows = (found as number[]).slice(100 * page, 100 * page + 100);
        const values = rows.filter((value) => !Number.isNaN(value));
        expect(rows.length - values.length).toBe(missing);
        if (least === undefined) return;
        expect([Math.min(...values), Math.max(...values)]).toEqual([least, largest]);
      });
  });
});
