import type { DecidedTable } from '@cede/core';
import type { CopiedColumns } from './copied-columns.js';
import { growingFile } from './growing-file.js';
import {
  BOOLEAN,
  BYTE_ARRAY,
  bitPage,
  type Chunk,
  type Column,
  choiceChunk,
  elementOf,
  FLOAT,
  floatPage,
  footerOf,
  MAGIC,
  plainChunk,
  schemaOf,
} from './parquet-pages.js';
import { rowGroup } from './score-file.js';
import type { ScoreWriter } from './score-writer.js';
import { i32, i64, list, struct, type Thrift, text } from './thrift.js';
import { UnclearParquet } from './thrift-read.js';

const SCORE: Column = { name: 'score', type: FLOAT };
const DEFER: Column = { name: 'defer', type: BOOLEAN };
const ROUTE: Column = { name: 'route', type: BYTE_ARRAY };

/**
 * Writes a part's scores straight into their file, in the row groups of the part: pages of the kept
 * columns are copied as they are. DuckDB would unpack, compare and pack every id, which takes as long
 * as reading all probabilities, and could begin only after the last score.
 */
export async function openPartFile(
  path: string,
  kept: CopiedColumns,
  expert: string,
): Promise<ScoreWriter> {
  const file = await growingFile(path);
  const groups: Thrift[] = [];
  let waiting = groupOf(kept.groups[0] ?? 0);
  await file.write(MAGIC);
  const finishGroup = async () => {
    const { scores, defer } = waiting;
    const chunks = [...(await kept.read(groups.length)), ...ownChunks(scores, defer, expert)];
    groups.push(rowGroup(chunks, file.size(), defer.length));
    await file.write(...chunks.flatMap(({ pieces }) => pieces));
    waiting = groupOf(kept.groups[groups.length] ?? 0);
  };
  /** A row group without rows is one all the same. */
  const skipEmpty = async () => {
    while (groups.length < kept.groups.length && waiting.defer.length === 0) await finishGroup();
  };
  return {
    async add({ scores, defer }) {
      for (let from = 0; from < defer.length; ) {
        await skipEmpty();
        const room = waiting.defer.length - waiting.filled;
        if (room === 0) throw new UnclearParquet('more rows than the row groups have');
        const to = Math.min(defer.length, from + room);
        waiting.scores.set(scores.subarray(from, to), waiting.filled);
        waiting.defer.set(defer.subarray(from, to), waiting.filled);
        waiting.filled += to - from;
        from = to;
        if (waiting.filled === waiting.defer.length) await finishGroup();
      }
    },
    async finish() {
      await skipEmpty();
      if (groups.length < kept.groups.length)
        throw new UnclearParquet('fewer rows than the row groups have');
      const elements = [...kept.elements, ...[SCORE, DEFER, ROUTE].map(elementOf)];
      const rows = kept.groups.reduce((sum, count) => sum + count, 0);
      const ordered = struct([1, struct()]);
      const about = struct(
        [1, i32(1)],
        [2, schemaOf(elements)],
        [3, i64(rows)],
        [4, list(...groups)],
        [6, text('cede')],
        ...(kept.orders ? ([[7, list(...kept.orders, ordered, ordered, ordered)]] as const) : []),
      );
      await file.write(...footerOf(about));
      await file.close();
    },
    async close() {
      await file.close();
      await kept.close();
    },
  };
}

/** Scores of a row group, until all of them are there. */
const groupOf = (rows: number): DecidedTable & { filled: number } => ({
  scores: new Float32Array(rows),
  defer: new Uint8Array(rows),
  filled: 0,
});

function ownChunks(scores: Float32Array, defer: Uint8Array, expert: string): Chunk[] {
  const bits = bitPage(defer);
  const rows = defer.length;
  return [
    plainChunk(SCORE, floatPage(scores), rows, extremesOf(scores)),
    plainChunk(DEFER, bits, rows),
    choiceChunk(ROUTE, ['model', expert], bits, rows),
  ];
}

/** The least and the largest score, by which engines leave out row groups. */
function extremesOf(scores: Float32Array): Thrift {
  let [least, most] = [scores[0] ?? 0, scores[0] ?? 0];
  for (let row = 1; row < scores.length; row++) {
    const score = scores[row]!;
    if (score < least) least = score;
    if (score > most) most = score;
  }
  return struct([3, i64(0)], [5, bytesOf(most)], [6, bytesOf(least)]);
}

const BINARY = 8;

/** A float as a text of its four bytes. */
const bytesOf = (value: number): Thrift => ({
  raw: Uint8Array.from([4, ...floatPage(Float32Array.of(value))]),
  type: BINARY,
});
