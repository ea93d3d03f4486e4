import { rm } from 'node:fs/promises';
import type { DecidedTable } from '@cede/core';
import { growingFile } from './growing-file.js';
import type { KeptTexts } from './kept-columns.js';
import {
  BOOLEAN,
  BYTE_ARRAY,
  bitPage,
  type Column,
  elementOf,
  FLOAT,
  floatPage,
  footerOf,
  MAGIC,
  plainChunk,
  schemaOf,
  sizeOf,
  textPage,
} from './parquet-pages.js';
import { i32, i64, list, struct, type Thrift } from './thrift.js';

/**
 * Scores of one part while they wait for columns that DuckDB copies: a plain Parquet file, a row
 * group a window. Appended to a table of DuckDB's own they cost a tenth of the whole command, and
 * stayed in memory.
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

export async function openScoreFile(path: string, texts: number): Promise<ScoreFile> {
  const columns: Column[] = [
    { name: 'score', type: FLOAT },
    { name: 'defer', type: BOOLEAN },
    ...Array.from(
      { length: texts },
      (_, k): Column => ({ name: `kept${k}`, type: BYTE_ARRAY, optional: true }),
    ),
  ];
  const file = await growingFile(path);
  const groups: Thrift[] = [];
  let rows = 0;
  await file.write(MAGIC);
  return {
    path,
    async add({ scores, defer }, given = []) {
      const pages = [floatPage(scores), bitPage(defer), ...given.map(textPage)];
      const chunks = pages.map((page, k) => plainChunk(columns[k]!, page, defer.length));
      groups.push(rowGroup(chunks, file.size(), defer.length));
      rows += defer.length;
      await file.write(...chunks.flatMap(({ pieces }) => pieces));
    },
    async finish() {
      const schema = schemaOf(columns.map(elementOf));
      const about = struct([1, i32(1)], [2, schema], [3, i64(rows)], [4, list(...groups)]);
      await file.write(...footerOf(about));
      await file.close();
    },
    async remove() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}

/** What is said of chunks that stand one behind the other. */
export function rowGroup(
  chunks: readonly { readonly pieces: readonly Uint8Array[]; about(place: number): Thrift }[],
  from: number,
  rows: number,
): Thrift {
  let place = from;
  const listed = chunks.map(({ pieces, about }) => {
    const said = about(place);
    place += sizeOf(pieces);
    return said;
  });
  return struct([1, list(...listed)], [2, i64(place - from)], [3, i64(rows)]);
}
