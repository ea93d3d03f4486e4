import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stream } from '@cede/core';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { highest } from '../answers.js';
import { Problems } from '../problems.js';
import type { Batch, Numbers, OpenTable, Want } from '../read/contract.js';
import { connect, quoteText } from './duckdb.js';
import { fileSource } from './files.js';
import { decodedBatches } from './pages/batches.js';
import { planPages } from './pages/plan.js';
import { openParquet } from './parquet.js';
import { openByDuckdb } from './parquet-duckdb.js';
import { readTable } from './read-table.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-parquet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const want = (field: string, as: Want['as']): Want => ({ field, as, width: 1 });
const wants = [
  want('whole', 'label'),
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => want(name, 'float32')),
  want('large', 'float32'),
  want('small', 'float64'),
  want('wide', 'time'),
  want('wide', 'float32'),
  want('few', 'float32'),
  want('one', 'float64'),
  want('nothing', 'float32'),
];
const together = [[1, 2, 3, 4, 5, 6]];

const ROWS = 7001;
const COLUMNS = `
  CAST(floor(random() * 10) AS BIGINT) AS whole,
  ${['a', 'b', 'c', 'd'].map((name) => `CAST(random() AS FLOAT) AS ${name}`).join(', ')},
  CASE WHEN random() < 0.3 THEN NULL ELSE CAST(random() AS FLOAT) END AS e,
  random() * pow(10, 60 * random() - 20) AS f,
  CASE WHEN i % 97 = 0 THEN NULL ELSE CAST(random() * 9e18 AS BIGINT) END AS large,
  CAST(i % 300 - 150 AS SMALLINT) AS small,
  CASE WHEN random() < 0.01 THEN 'nan'::DOUBLE WHEN random() < 0.01 THEN 'infinity'::DOUBLE ELSE random() END AS wide,
  CASE WHEN i % 5 = 0 THEN NULL ELSE CAST(i % 7 AS DOUBLE) / 8 END AS few,
  3 AS one,
  CAST(NULL AS FLOAT) AS nothing,
  'text ' || i AS words,
  CASE WHEN i % 11 = 0 THEN NULL ELSE ['cat', 'dog', 'owl'][1 + i % 3] END AS name,
  CASE WHEN i % 13 = 0 THEN 'größe' ELSE repeat('x', CAST(i % 300 AS INTEGER)) END AS long,
  'größe ' || i % 50 AS foreign_word,
  ['NA', 'x', ' none ', '', 'null and void'][1 + i % 5] AS mark,
  i % 3 = 0 AS truth,
  DATE '2026-01-01' + CAST(i % 400 AS INTEGER) AS day,
  TIMESTAMP '2026-01-01 12:00:00' + INTERVAL (i) SECOND AS moment,
  CAST(i % 200 AS UTINYINT) AS tiny,
  CAST(i AS DECIMAL(9, 2)) / 4 AS price`;

/** What a reader gives, as bytes: one string for each want, whatever the batches were. */
async function bytesOf(table: Pick<OpenTable, 'batches'>): Promise<string[]> {
  const parts: Uint8Array[][] = wants.map(() => []);
  const take = (batch: Batch) =>
    batch.columns.forEach((column, position) => {
      // Labels may come as floats where nothing is lost by it.
      const label = wants[position]!.as === 'label';
      const numbers = label ? Float64Array.from(column as Numbers) : (column as Numbers).slice();
      for (let at = 0; at < numbers.length; at++)
        if (Number.isNaN(numbers[at])) numbers[at] = Number.NaN;
      parts[position]!.push(new Uint8Array(numbers.buffer));
    });
  for await (const batch of table.batches(wants, new Problems(), together)) take(batch);
  return parts.map((blocks) => Buffer.concat(blocks).toString('base64'));
}

async function write(name: string, select: string, options: string): Promise<string> {
  const path = join(folder, name);
  const connection = await connect();
  await connection.run('SELECT setseed(0.5)');
  await connection.run(`COPY (${select}) TO ${quoteText(path)} (FORMAT parquet, ${options})`);
  connection.closeSync();
  return path;
}

const planOf = (path: string, of = wants, beside = together) =>
  planPages(
    parquetMetadata(new Uint8Array(readFileSync(path)).buffer),
    of,
    beside,
    statSync(path).size,
  );

describe.each([
  'COMPRESSION snappy',
  'COMPRESSION uncompressed',
  'COMPRESSION snappy, ROW_GROUP_SIZE 2048',
  'COMPRESSION uncompressed, ROW_GROUP_SIZE 2048, DICTIONARY_SIZE_LIMIT 1',
  'COMPRESSION snappy, DICTIONARY_SIZE_LIMIT 100000',
])('Parquet with %s', (options) => {
  let path = '';
  beforeAll(async () => {
    path = await write('table.parquet', `SELECT ${COLUMNS} FROM range(${ROWS}) t(i)`, options);
  });

  it('is decoded here to the same bits as by DuckDB', async () => {
    const plan = planOf(path);
    expect(plan?.rows).toBe(ROWS);
    expect(plan?.columns.map(({ narrowed }) => narrowed)).toEqual(wants.map((_, k) => k === 0));
    const wide = planOf(path, [want('large', 'label')], [])!;
    expect(wide.columns[0]?.bytes).toBe(8);
    expect(wide.layout.block - wide.columns[0]!.at).toBeGreaterThan(8 * wide.layout.mostRows);
    const [ours, theirs] = [
      await openParquet(await fileSource(path)),
      await openByDuckdb(await fileSource(path)),
    ];
    expect(ours.fields).toEqual(theirs.fields);
    expect(ours.expectedRows).toBe(theirs.expectedRows);
    const expected = await bytesOf(theirs);
    for (const helping of [0, 1, 3])
      expect(await bytesOf({ batches: () => decodedBatches(path, plan!, helping) })).toEqual(
        expected,
      );
    expect(expected[0]!.length).toBeGreaterThan(8 * ROWS);
  });

  it('has text, and beside it what DuckDB reads, in step with the numbers', async () => {
    const mixed = [
      want('words', 'text'),
      ...wants.slice(0, 7),
      ...['name', 'truth', 'tiny'].map((name) => want(name, 'label')),
      want('day', 'time'),
      want('moment', 'time'),
      want('price', 'float32'),
      ...['whole', 'large', 'small', 'long', 'foreign_word', 'mark'].map((name) =>
        want(name, 'text'),
      ),
    ];
    const groups = [[2, 3, 4, 5, 6, 7]];
    const all = async (table: OpenTable) => {
      const columns = mixed.map(() => [] as unknown[]);
      let inspected = 0;
      for await (const batch of table.batches(mixed, new Problems(), groups)) {
        batch.columns.forEach((column, k) => {
          for (const value of column) columns[k]!.push(value);
        });
        inspected += batch.inspected?.filter(({ want }) => want === 2).length ?? 0;
      }
      return { columns, inspected };
    };
    const ours = await all(await openParquet(await fileSource(path)));
    const theirs = await all(await openByDuckdb(await fileSource(path)));
    expect(ours.columns).toEqual(theirs.columns);
    expect(ours.columns[2]).toHaveLength(6 * ROWS);
    expect(ours.inspected).toBeGreaterThan(0);
    const at = (name: string) =>
      mixed.findIndex(({ field, as }) => field === name && as === 'text');
    const decoded = planOf(
      path,
      mixed.filter((_, k) => k === at('large') || k === at('long')),
      [],
    );
    expect(decoded?.texts).toEqual([0, 1]);
    expect(ours.columns[at('mark')]!.slice(0, 5)).toEqual([null, 'x', null, null, 'null and void']);
    expect(ours.columns[at('large')]!.some((id) => String(id).length > 16)).toBe(true);
  });

  it('gives the same or nothing when its pages are damaged', async () => {
    const sound = new Uint8Array(readFileSync(path));
    const random = stream(3, options);
    for (let round = 0; round < 30; round++) {
      const bytes = sound.slice();
      for (let change = 0; change < 3; change++)
        bytes[4 + random.below(bytes.length >> 1)] = random.below(256);
      const damaged = join(folder, 'damaged.parquet');
      writeFileSync(damaged, bytes);
      const plan = planOf(damaged)!;
      const outcome = await bytesOf({
        batches: () => decodedBatches(damaged, plan, round % 3),
      }).catch((error: Error) => error.name);
      if (typeof outcome === 'string') expect(outcome).toBe('FastReaderFailed');
      else expect(outcome[0]!.length).toBeGreaterThan(8 * ROWS);
    }
  });
});

it('damaged text gives texts or nothing, never a crash', async () => {
  const path = await write(
    'texts.parquet',
    "SELECT 'case-' || i AS id, ['cat', 'größe'][1 + i % 2] AS label FROM range(6000) t(i)",
    'COMPRESSION uncompressed, ROW_GROUP_SIZE 2048',
  );
  const sound = new Uint8Array(readFileSync(path));
  const random = stream(4, 'damaged text');
  const texts = [want('id', 'text'), want('label', 'label')];
  const torn = join(folder, 'torn.parquet');
  const letter = Buffer.from(sound).indexOf(Buffer.from('ö'));
  writeFileSync(
    torn,
    Uint8Array.from(sound, (byte, at) => (at === letter ? 255 : byte)),
  );
  const read = async () => {
    for await (const _ of decodedBatches(torn, planOf(torn, texts, [])!));
  };
  await expect(read()).rejects.toThrow(/not valid/);
  const outcomes = new Set<string>();
  for (let round = 0; round < 120; round++) {
    const bytes = sound.slice();
    bytes[4 + random.below(bytes.length - 1000)] = random.below(256);
    const damaged = join(folder, 'damaged.parquet');
    writeFileSync(damaged, bytes);
    let rows = 0;
    try {
      for await (const batch of decodedBatches(damaged, planOf(damaged, texts, [])!)) {
        for (const column of batch.columns as (string | null)[][])
          expect(column.every((text) => text === null || typeof text === 'string')).toBe(true);
        rows += batch.rows;
      }
      expect(rows).toBe(6000);
      outcomes.add('read');
    } catch (error) {
      expect((error as Error).name).toBe('FastReaderFailed');
      outcomes.add('refused');
    }
  }
  expect([...outcomes].sort()).toEqual(['read', 'refused']);
});

describe('what is not decoded here', () => {
  const probabilities = (of: string) =>
    `SELECT i % 2 AS label, ${of} AS model_p0, 1 - ${of} AS model_p1, i % 2 AS expert_label FROM range(5000) t(i)`;

  it.each([
    ['zstd', 'COMPRESSION zstd', '(i % 9) / 8'],
    ['the encodings of the second version', 'PARQUET_VERSION V2', '(i * 7919 % 4999) / 5000'],
    ['decimals', 'COMPRESSION snappy', 'CAST((i % 9) / 8 AS DECIMAL(9, 4))'],
  ])('%s is read by DuckDB to the same table', async (name, options, of) => {
    const other = await readTable(await write(`${name}.parquet`, probabilities(of), options));
    const doubles = `CAST(${of} AS DOUBLE)`;
    const plain = await readTable(
      await write('plain.parquet', probabilities(doubles), 'COMPRESSION snappy'),
    );
    expect(other.model).toEqual(plain.model);
    expect(other.label).toEqual(plain.label);
    expect(other.rows).toBe(5000);
    // What can't be decoded is not begun.
    const first = want('model_p0', 'float32');
    expect(planOf(join(folder, 'plain.parquet'), [first], [])).toBeDefined();
    expect(planOf(join(folder, `${name}.parquet`), [first], [])).toBeUndefined();
  });

  it('is left alone: numbers in text, lists, times, fractions as names', async () => {
    const path = await write(
      'mixed.parquet',
      "SELECT 'x' AS words, [1.0, 2.0] AS list, now() AS moment, 1.5::FLOAT AS number FROM range(9)",
      'COMPRESSION snappy',
    );
    const planned = (field: string, as: Want['as']) => planOf(path, [want(field, as)], []);
    expect(planned('words', 'label')?.texts).toEqual([0]);
    expect(planned('words', 'float32')).toBeUndefined();
    expect(planned('list', 'float32')).toBeUndefined();
    expect(planned('moment', 'time')).toBeUndefined();
    expect(planned('number', 'text')).toBeUndefined();
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
  expect(highest(table.model!, 3)).toEqual(highest(whole.model!, 3));
});

describe('rows that the decoder has seen to be probabilities', () => {
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

describe('answers found while decoding', () => {
  /** Nine tenths in order; the rest a little off, or without an expert. Sixteenths make ties. */
  const select = (mend: string) => `
    SELECT ${['model_p', 'expert_p']
      .map((side) =>
        [0, 1, 2]
          .map((k) => {
            const gap = side === 'expert_p' ? 'i % 1999 = 5' : 'false';
            return `CASE WHEN ${gap} THEN NULL ELSE CAST(x${k} * ${mend} AS FLOAT) END AS ${side}_${'bca'[k]}`;
          })
          .join(', '),
      )
      .join(', ')}
    FROM (SELECT i, a AS x0, b AS x1, 1 - a - b AS x2
      FROM (SELECT i, floor(8 * random()) / 16 AS a, floor(8 * random()) / 16 AS b FROM range(9001) t(i)))`;

  it.each([
    ['rows in order', '1', {}],
    ['rows a little off in some row groups', 'CASE WHEN i > 7000 THEN 1.003 ELSE 1 END', {}],
    ['logits', '1', { logits: true }],
    ['columns in another order than the classes', '1', { classes: ['a', 'b', 'c'] }],
  ])('are those of the finished numbers: %s', async (_name, mend, options) => {
    const path = await write('answers.parquet', select(mend), 'ROW_GROUP_SIZE 2048');
    const table = await readTable(path, { classes: ['b', 'c', 'a'], unlabelled: true, ...options });
    const [expert] = table.experts;
    const matrices = [table.model!, expert!.kind === 'probabilities' ? expert!.probabilities : []];
    for (const values of matrices as Float32Array[]) {
      const answers = highest(values, 3);
      expect(answers).toBeInstanceOf(
        _name.startsWith('columns in another') ? Int32Array : Int16Array,
      );
      expect(Array.from(answers)).toEqual(Array.from(highest(values.slice(), 3)));
    }
    expect(Array.from(highest(matrices[1] as Float32Array, 3)).filter((k) => k < 0)).toHaveLength(
      5,
    );
  });
});
