import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stream } from '@cede/core';
import bindings from '@duckdb/node-bindings';
import { afterAll, expect, it } from 'vitest';
import { Problems } from '../problems.js';
import type { OpenTable, Want } from '../read/contract.js';
import { csvReader } from '../read/csv.js';
import { openCsv } from './csv.js';
import { connect } from './duckdb.js';
import { fileSource } from './files.js';
import { textReader } from './texts.js';

const random = stream(1, 'texts');
const one = <T>(of: readonly T[]): T => of[random.below(of.length)]!;
const LETTERS = ['a', 'B', '7', ' ', 'é', '“', '😀', ',', '"', '\n'];
const word = (letters: readonly string[], most: number) =>
  Array.from({ length: random.below(most) }, () => one(letters)).join('');
const anyText = () =>
  one([
    () => word(LETTERS.slice(0, 3), 30),
    () => word(LETTERS, 12),
    () => word(LETTERS, 40),
    () => `case-${String(random.below(1e6)).padStart(9, '0')}`,
    () => one(['NA', '', ' none ', 'null', `${' '.repeat(14)}NaN`, `${' '.repeat(14)}x`]),
  ])();
const MEANS_MISSING = ['', 'na', 'nan', 'null', 'none'];
const orNull = (text: string) => (MEANS_MISSING.includes(text.trim().toLowerCase()) ? null : text);

/** Addresses pass the border of 32 bits on the way. */
const BASE = 2n ** 32n - 3000n;
const NO_TEXT = 0xff;

/** As DuckDB keeps texts, with gaps between some; `copies` are the bytes that were copied at once. */
function vectorOf(texts: readonly (string | null)[], gap: () => number) {
  const view = new DataView(new ArrayBuffer(16 * texts.length + 32), 32);
  const memory: number[] = [];
  texts.forEach((text, row) => {
    const bytes = Buffer.from(text ?? 'not to be looked at');
    view.setUint32(16 * row, bytes.length, true);
    for (let k = 0; k < Math.min(bytes.length, 12); k++) view.setUint8(16 * row + 4 + k, bytes[k]!);
    if (bytes.length <= 12 || text === null) return;
    memory.push(...new Array<number>(gap()).fill(NO_TEXT));
    view.setBigUint64(16 * row + 8, BASE + BigInt(memory.length), true);
    for (const byte of bytes) memory.push(byte);
  });
  const copies: number[] = [];
  const copyFrom = (buffer: ArrayBuffer, at: number, bytes: number) => {
    const from = Number(new DataView(buffer).getBigUint64(at, true) - BASE);
    const copy = Uint8Array.from(memory.slice(from, from + bytes));
    expect(copy).toHaveLength(bytes);
    expect(copy.includes(NO_TEXT)).toBe(false);
    copies.push(bytes);
    return copy;
  };
  const missing = (row: number) => texts[row] === null;
  return { copies, read: () => textReader(copyFrom)(view, texts.length, missing) };
}

it('reads every text of a vector, and nothing between them', () => {
  for (let round = 0; round < 200; round++) {
    const texts = Array.from({ length: 150 }, () => (random.below(9) === 0 ? null : anyText()));
    const gap = one([() => 0, () => random.below(3), () => 5]);
    const vector = vectorOf(texts, gap);
    expect(vector.read()).toEqual(texts.map((text) => (text === null ? null : orNull(text))));
  }
});

it('copies texts that lie one behind the other at once, short ones and gaps among them or not', () => {
  const texts = Array.from({ length: 2048 }, (_, k) =>
    k % 7 === 0 ? null : k % 5 === 0 ? 'short' : `case-${String(k).padStart(9, '0')}`,
  );
  const { copies, read } = vectorOf(texts, () => 0);
  expect(read()).toEqual(texts);
  // One more where the address passes the border.
  expect(copies).toHaveLength(2);
  const long = Array.from({ length: 20 }, (_, k) => `${k}`.repeat(50_000));
  const vector = vectorOf(long, () => 0);
  expect(vector.read()).toEqual(long);
  expect(Math.max(...vector.copies)).toBeLessThan(300_000);
});

it('finds that DuckDB does lay them one behind the other', async () => {
  const connection = await connect();
  const result = await connection.stream(
    "SELECT 'größe ' || (i + 1e9) AS id FROM range(20000) t(i)",
  );
  let copies = 0;
  const read = textReader((...of) => {
    copies++;
    return bindings.get_data_from_pointer(...of);
  });
  const texts: unknown[] = [];
  for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
    const { dataView } = chunk.getColumnVector(0) as unknown as { dataView: DataView };
    texts.push(...read(dataView, chunk.rowCount));
  }
  connection.closeSync();
  expect(texts).toEqual(Array.from({ length: 20_000 }, (_, k) => `größe ${k + 1e9}.0`));
  expect(copies).toBeLessThan(20_000 / 100);
});

const folder = mkdtempSync(join(tmpdir(), 'cede-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('gives of a CSV file the texts that the plain reader gives', async () => {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = Array.from(
    { length: 30_000 },
    (_, k) => `${k},${quoted(anyText().replaceAll(/,\n|\r/g, ' '))},${anyText().length}`,
  );
  rows.push('30000,the last one is plain,0');
  const path = join(folder, 'texts.csv');
  writeFileSync(path, `number,id,length\n${rows.join('\n')}\n`);
  const wants: Want[] = [{ field: 'id', as: 'text', width: 1 }];
  const all = async (table: OpenTable) => {
    const texts: unknown[] = [];
    for await (const { columns } of table.batches(wants, new Problems()))
      for (const text of columns[0]!) texts.push(text);
    return texts;
  };
  const source = await fileSource(path);
  const fast = await all(await openCsv(source));
  expect(fast).toHaveLength(rows.length);
  expect(fast).toEqual(await all(await csvReader.open(source)));
});
