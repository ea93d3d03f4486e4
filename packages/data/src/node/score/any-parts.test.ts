import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decideWhole, fitPolicy, stream, type Table } from '@cede/core';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { writeTable } from '../write-table.js';
import { scoreParts } from './score-parts.js';

/** Parts as people have them: every format, empty ones, others among them that can't be read. */
const folder = mkdtempSync(join(tmpdir(), 'cede-any-parts-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

function tableOf(count: number, seed: number): Table {
  const random = stream(seed, 'any parts');
  const first = Float32Array.from({ length: count }, () => random.uniform());
  return {
    rows: count,
    classes: ['0', '1'],
    label: Int32Array.from(first, (p) => (random.uniform() < p ? 0 : 1)),
    model: Float32Array.from({ length: 2 * count }, (_, k) =>
      k % 2 === 0 ? first[k >> 1] : 1 - first[k >> 1],
    ),
    experts: [
      {
        name: 'expert',
        kind: 'labels',
        labels: Int32Array.from({ length: count }, () => random.below(2)),
      },
    ],
    columns: [],
    id: Array.from({ length: count }, (_, i) => `case ${i}`),
  };
}

const policy = fitPolicy(tableOf(400, 1), { method: 'drcpe-zeroone', epochs: 2, rate: 0.3 });
const rows = tableOf(3000, 2);
const score = (paths: string | string[], out: string, more = {}) =>
  scoreParts(policy, paths, at(out), { columns: {}, rowsAtOnce: 2048, ...more });

async function read(file: string) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const result = await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`);
  return { names: result.columnNames(), rows: result.getRowObjects() };
}

const { scores, defer } = decideWhole(policy, rows);
const expected = Array.from(scores, (value, i) => ({
  id: `case ${i}`,
  score: value,
  defer: defer[i] === 1,
  route: defer[i] === 1 ? 'expert' : 'model',
}));

test('every format, compressed or not, gives the scores of the same rows with their ids', async () => {
  await writeTable(at('same.parquet'), rows);
  await writeTable(at('plain.csv'), rows);
  await writeTable(at('lines.jsonl'), rows);
  for (const name of ['plain.csv', 'lines.jsonl'])
    writeFileSync(at(`packed-${name}.gz`), gzipSync(readFileSync(at(name))));
  // Lists in CSV are what DuckDB gives up on: the plain reader takes over in the middle of the run.
  const lists = expected.map(
    ({ id }, i) => `${id},"[${rows.model![2 * i]}, ${rows.model![2 * i + 1]}]",${'x'.repeat(80)}`,
  );
  writeFileSync(at('lists.csv'), ['id,model,filler', ...lists].join('\n'));
  const names = ['same.parquet', 'plain.csv', 'lines.jsonl', 'lists.csv'];
  const packed = ['packed-plain.csv.gz', 'packed-lines.jsonl.gz'];
  await score([...names, ...packed].map(at), 'formats');
  const files = readdirSync(at('formats')).filter((name) => name.endsWith('.parquet'));
  expect(files).toHaveLength(6);
  for (const file of files)
    expect((await read(at(`formats/${file}`))).rows, file).toEqual(expected);
});

test('columns that are kept may be missing in a row, and hold what they like', async () => {
  const odd = ['a "quote"', '', 'a, comma', 'two\nlines', 'ü'];
  const lines = odd.map((text, i) => `${i},"${text.replaceAll('"', '""')}",0.25,0.75`);
  writeFileSync(at('odd.csv'), ['n,said,model_0,model_1', ...lines].join('\n'));
  await score(at('odd.csv'), 'odd', { keep: ['said', 'n'] });
  writeFileSync(at('taken.csv'), 'Score,model_0,model_1\n1,0.25,0.75\n');
  await expect(score(at('taken.csv'), 'taken', { keep: ['Score'] })).rejects.toThrow(
    /table taken\.csv: column "Score" can't be kept/,
  );
  const found = await read(at('odd/odd.parquet'));
  expect(found.names).toEqual(['said', 'n', 'score', 'defer', 'route']);
  expect(found.rows.map(({ said, n }) => [said, n])).toEqual(
    odd.map((text, i) => [text === '' ? null : text, String(i)]),
  );
});

test('a part of exactly so many windows is read to its end, and an empty one gives an empty file', async () => {
  await writeTable(at('exact.parquet'), tableOf(4096, 3));
  writeFileSync(at('empty.csv'), 'id,model_0,model_1\n');
  expect(await score([at('exact.parquet'), at('empty.csv')], 'exact')).toMatchObject({
    parts: 2,
    rows: 4096,
  });
  const empty = await read(at('exact/empty.parquet'));
  expect([empty.names, empty.rows]).toEqual([['id', 'score', 'defer', 'route'], []]);
  expect(await score([at('exact.parquet'), at('empty.csv')], 'exact')).toMatchObject({ found: 2 });
});

test('a part that is refused stops no other, and the same command goes on', async () => {
  for (const k of [0, 1, 2, 3]) await writeTable(at(`m-${k}.parquet`), tableOf(10, 10 + k));
  truncateSync(at('m-1.parquet'), 200);
  writeFileSync(at('m-2.parquet'), 'nothing');
  await expect(score(at('m-*.parquet'), 'mixed')).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(
      /^table m-1\.parquet: not a complete Parquet file.* 1 further refused: m-2\.parquet\. The other 2 parts are scored and kept\.$/,
    ),
  });
  expect(readdirSync(at('mixed')).sort()).toEqual(['m-0.parquet', 'm-3.parquet', 'scored.json']);
  for (const k of [1, 2]) await writeTable(at(`m-${k}.parquet`), tableOf(10, 10 + k));
  expect(await score(at('m-*.parquet'), 'mixed')).toMatchObject({ parts: 4, found: 2, rows: 40 });
});

test('parts without the id of the first are refused; parts are never written over', async () => {
  await writeTable(at('with.parquet'), tableOf(5, 20));
  const { id: _, ...without } = tableOf(5, 21);
  await writeTable(at('without.parquet'), without);
  await expect(score([at('with.parquet'), at('without.parquet')], 'ids')).rejects.toThrow(
    /table without\.parquet: no column "id" to keep beside the scores\..*The other part is scored/,
  );
  const before = readFileSync(at('with.parquet'));
  await expect(score(at('with.parquet'), '.')).rejects.toThrow(/would be written over it/);
  expect(readFileSync(at('with.parquet'))).toEqual(before);
});

test('a part that changes while it is scored is noticed', async () => {
  await writeTable(at('moving.parquet'), tableOf(6000, 30));
  await writeTable(at('other.parquet'), tableOf(6000, 31));
  let isMoved = false;
  const onProgress = () => {
    if (isMoved) return;
    isMoved = true;
    renameSync(at('other.parquet'), at('moving.parquet'));
  };
  await expect(score(at('moving.parquet'), 'moving', { onProgress })).rejects.toThrow(
    'table moving.parquet: the file changed while it was scored.',
  );
  expect(readdirSync(at('moving'))).toEqual([]);
});
