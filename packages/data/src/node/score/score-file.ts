import { type FileHandle, open, rm } from 'node:fs/promises';
import type { DecidedTable } from '@cede/core';
import type { KeptTexts } from './kept-columns.js';
import { encodeThrift, i32, i64, list, struct, type Thrift, text, writeVarint } from './thrift.js';

/**
 * Scores of one part while they wait for their columns: a plain Parquet file, uncompressed, a row
 * group a window. DuckDB reads it as fast as it can copy. Appended to a table of DuckDB's own, row by
 * row of its chunks, scores cost a tenth of the whole command, and stayed in memory.
 */
export interface ScoreFile {
  readonly path: string;
  /** Columns `score` and `defer`, and a text `kept0`, `kept1` … for each that is given with them. */
  add(decided: DecidedTable, texts?: KeptTexts): Promise<void>;
  /** From now on it can be read. */
  finish(): Promise<void>;
  /** Gone, finished or not. */
  remove(): Promise<void>;
}

/** Numbers of the format: types, encodings, codecs. */
const BOOLEAN = 0;
const FLOAT = 4;
const BYTE_ARRAY = 6;
const PLAIN = 0;
const RLE = 3;
const UNCOMPRESSED = 0;
const REQUIRED = 0;
const OPTIONAL = 1;
const MAGIC = new TextEncoder().encode('PAR1');

interface Column {
  readonly name: string;
  readonly type: number;
  readonly optional?: true;
}

export async function openScoreFile(path: string, texts: number): Promise<ScoreFile> {
  const columns: Column[] = [
    { name: 'score', type: FLOAT },
    { name: 'defer', type: BOOLEAN },
    ...Array.from({ length: texts }, (_, k): Column => textColumn(`kept${k}`)),
  ];
  let handle: FileHandle | undefined = await open(path, 'wx');
  const file = handle;
  const groups: Thrift[] = [];
  let rows = 0;
  let at = 0;
  const write = async (...pieces: readonly Uint8Array[]) => {
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    // A short write (a disk that is about full) is gone on with, and then says what is wrong.
    const { bytesWritten } = await file.writev(pieces as Uint8Array[], at);
    if (bytesWritten < bytes)
      for (let done = bytesWritten, rest = Buffer.concat(pieces); done < bytes; )
        done += (await file.write(rest, done, bytes - done, at + done)).bytesWritten;
    at += bytes;
  };
  await write(MAGIC);
  return {
    path,
    async add({ scores, defer }, given = []) {
      const pages = [floats(scores), bits(defer), ...given.map(textPage)];
      const chunks: Thrift[] = [];
      const pieces: Uint8Array[] = [];
      let place = at;
      pages.forEach((page, k) => {
        const header = pageHeader(page.length, defer.length);
        chunks.push(chunkOf(columns[k]!, place, header.length + page.length, defer.length));
        pieces.push(header, page);
        place += header.length + page.length;
      });
      groups.push(struct([1, list(...chunks)], [2, i64(place - at)], [3, i64(defer.length)]));
      rows += defer.length;
      await write(...pieces);
    },
    async finish() {
      const footer = encodeThrift(
        struct([1, i32(1)], [2, schemaOf(columns)], [3, i64(rows)], [4, list(...groups)]),
      );
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, footer.length, true);
      await write(footer, length, MAGIC);
      await file.close();
      handle = undefined;
    },
    async remove() {
      await handle?.close();
      await rm(path, { force: true });
    },
  };
}

const textColumn = (name: string): Column => ({ name, type: BYTE_ARRAY, optional: true });

const schemaOf = (columns: readonly Column[]): Thrift =>
  list(
    struct([4, text('scores')], [5, i32(columns.length)]),
    ...columns.map(({ name, type, optional }) =>
      struct(
        [1, i32(type)],
        [3, i32(optional ? OPTIONAL : REQUIRED)],
        [4, text(name)],
        ...(optional ? ([[6, i32(0)]] as const) : []), // UTF8
      ),
    ),
  );

const pageHeader = (bytes: number, rows: number): Uint8Array =>
  encodeThrift(
    struct(
      [1, i32(0)],
      [2, i32(bytes)],
      [3, i32(bytes)],
      [5, struct([1, i32(rows)], [2, i32(PLAIN)], [3, i32(RLE)], [4, i32(RLE)])],
    ),
  );

const chunkOf = ({ name, type }: Column, place: number, bytes: number, rows: number): Thrift =>
  struct(
    [2, i64(place)],
    [
      3,
      struct(
        [1, i32(type)],
        [2, list(i32(PLAIN), i32(RLE))],
        [3, list(text(name))],
        [4, i32(UNCOMPRESSED)],
        [5, i64(rows)],
        [6, i64(bytes)],
        [7, i64(bytes)],
        [9, i64(place)],
      ),
    ],
  );

const floats = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A bit a row, the lowest first. */
function bits(flags: ArrayLike<number>): Uint8Array {
  const packed = new Uint8Array(Math.ceil(flags.length / 8));
  for (let row = 0; row < flags.length; row++) packed[row >> 3]! |= flags[row]! << (row & 7);
  return packed;
}

/** Which texts are there (one run of bits), then each with its length before it. */
function textPage(column: readonly (string | null)[]): Uint8Array {
  const present = bits(column.map((each) => (each === null ? 0 : 1)));
  const run: number[] = [];
  writeVarint(2 * present.length + 1, run);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, run.length + present.length, true);
  const values = column.flatMap((each) => {
    if (each === null) return [];
    const encoded = Buffer.from(each);
    const before = Buffer.alloc(4);
    before.writeUInt32LE(encoded.length);
    return [before, encoded];
  });
  return Buffer.concat([length, Uint8Array.from(run), present, ...values]);
}
