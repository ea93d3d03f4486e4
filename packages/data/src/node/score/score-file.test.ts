import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stream } from '@cede/core';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, expect, test } from 'vitest';
import { openScoreFile } from './score-file.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-score-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Windows of odd lengths, more than fifteen: a longer list is written in another way. */
const random = stream(5, 'score file');
const windows = [1, 7, 8, 9, 300, ...Array.from({ length: 13 }, (_, k) => k + 2)].map((rows) => ({
  decided: {
    scores: Float32Array.from({ length: rows }, () => random.normal()),
    defer: Uint8Array.from({ length: rows }, () => random.below(2)),
  },
  texts: [
    Array.from({ length: rows }, (_, i) => ['', null, 'ü–"', `id ${i}`][random.below(4)]),
    Array.from({ length: rows }, () => null),
  ],
}));
const rows = windows.flatMap(({ decided: { scores, defer }, texts }) =>
  Array.from(scores, (score, i) => ({
    score,
    defer: defer[i] === 1,
    kept0: texts[0][i],
    kept1: texts[1][i],
  })),
);

test('two readers of Parquet find what was written', async () => {
  const file = await openScoreFile(join(folder, 'scores.tmp'), 2);
  for (const { decided, texts } of windows) await file.add(decided, texts);
  await file.finish();
  const bytes = readFileSync(file.path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  expect(await parquetReadObjects({ file: buffer as ArrayBuffer })).toEqual(rows);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const read = await connection.runAndReadAll(`SELECT * FROM read_parquet('${file.path}')`);
  expect(read.getRowObjects()).toEqual(rows);
  await file.remove();
  expect(readdirSync(folder)).toEqual([]);
});

test('a file without rows is one, and one that was given up is gone', async () => {
  const file = await openScoreFile(join(folder, 'empty.tmp'), 0);
  await file.finish();
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const read = await connection.runAndReadAll(`SELECT * FROM read_parquet('${file.path}')`);
  expect([read.columnNames(), read.getRowObjects()]).toEqual([['score', 'defer'], []]);
  await file.remove();
  const other = await openScoreFile(join(folder, 'other.tmp'), 0);
  await other.add(windows[0].decided);
  await other.remove();
  expect(readdirSync(folder)).toEqual([]);
});
