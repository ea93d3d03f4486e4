import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Table } from '@cede/core';
import { tableFromArrays, takeRows } from '@cede/core';
import { readTableFrom, tableHash } from '@cede/data';
import { readTable, writeTable } from '@cede/data/node';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'cede-blocks-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const ROWS = 30;
const WIDTH = 70;
/** Numbers that floats hold exactly, so that every format gives back the same. */
const list = (row: number) =>
  Array.from({ length: WIDTH }, (_, k) => ((row * 31 + k * 7) % 64) / 8 - 4);
const rows = Array.from({ length: ROWS }, (_, i) => ({
  ...{ model_correct: i % 2, expert_correct: (i >> 1) % 2, age: i },
  embedding: list(i),
}));
const options = { features: ['age', 'embedding'] };
const expected = tableFromArrays({
  modelCorrect: rows.map((row) => row.model_correct),
  expertCorrect: rows.map((row) => row.expert_correct),
  columns: { age: rows.map(({ age }) => age) },
  blocks: { embedding: rows.map(({ embedding }) => embedding) },
});

const jsonl = rows.map((row) => JSON.stringify(row)).join('\n');
const csv = [
  'model_correct,expert_correct,age,embedding',
  ...rows.map(
    (row) =>
      `${row.model_correct},${row.expert_correct},${row.age},"[${row.embedding.join(', ')}]"`,
  ),
].join('\n');

async function parquet(name: string, type: string): Promise<string> {
  writeFileSync(at('rows.jsonl'), jsonl);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(
    `COPY (SELECT * REPLACE (CAST(embedding AS ${type}) AS embedding) FROM read_json('${at('rows.jsonl')}', format='newline_delimited')) TO '${at(name)}' (FORMAT parquet)`,
  );
  connection.closeSync();
  return at(name);
}

async function expectBoth(path: string, table: Table): Promise<void> {
  const hash = tableHash(table);
  expect(tableHash(await readTable(path, options)), path).toBe(hash);
  const bytes = new Uint8Array(readFileSync(path));
  expect(tableHash(await readTableFrom(bytes, path, options)), path).toBe(hash);
}

describe('a list in every row is one block', () => {
  it('in JSONL and in CSV with brackets, at every size', async () => {
    for (const [name, text] of [
      ['lists.jsonl', jsonl],
      ['lists.csv', csv],
    ] as const) {
      writeFileSync(at(name), text);
      await expectBoth(at(name), expected);
      expect((await readTable(at(name), options)).blocks).toEqual(expected.blocks);
    }
    const [header, ...lines] = csv.split('\n');
    writeFileSync(at('large.csv'), [header, ...Array(40).fill(lines).flat()].join('\n'));
    const many = Array.from({ length: 40 * ROWS }, (_, i) => i % ROWS);
    expect(readFileSync(at('large.csv')).length).toBeGreaterThan(262_144);
    await expectBoth(at('large.csv'), takeRows(expected, many));
  });

  it.each(['FLOAT[]', `FLOAT[${WIDTH}]`, 'DOUBLE[]'])('in Parquet, as %s', async (type) => {
    await expectBoth(await parquet(`${type.replaceAll(/\W/g, '-')}.parquet`, type), expected);
  });

  it.each(['csv', 'jsonl', 'parquet', 'npz'])('in %s as we write it', async (format) => {
    const path = at(`written.${format}`);
    await writeTable(path, expected);
    await expectBoth(path, expected);
    const part = takeRows(expected, [5, 2, 2, 29]);
    await writeTable(path, part);
    await expectBoth(path, part);
  });
});

describe('lists that are none', () => {
  const changed = (row: number, embedding: unknown) =>
    rows.map((r, i) => JSON.stringify(i === row ? { ...r, embedding } : r)).join('\n');
  it.each([
    ['too short', [1, 2], /row 5: "embedding" holds 2 numbers \(expected a list of 70 numbers\)/],
    [
      'with a gap',
      [null, ...list(1).slice(1)],
      /row 5: number 1 of "embedding" is missing or not finite \(expected 70 finite numbers\)/,
    ],
    ['missing', null, /row 5: number 1 of "embedding" is missing or not finite/],
    ['a number', 3, /row 5: "embedding" holds 3 \(expected a list of 70 numbers\)/],
    [
      'of words',
      list(1).map(() => 'x'),
      /row 5: column "embedding" holds "x" \(expected a number\)/,
    ],
  ])('%s: refused with the row', async (_, embedding, message) => {
    await expect(readTableFrom(changed(4, embedding), 't.jsonl', options)).rejects.toThrow(message);
  });

  it('a list as NumPy prints it is refused, and no category', async () => {
    const printed = csv.replaceAll(', ', ' ');
    await expect(readTableFrom(printed, 't.csv', options)).rejects.toThrow(
      /row 1: column "embedding" holds "\[.*" \(expected a number\)/,
    );
  });
});
