import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DecidedTable } from '@cede/core';
import { connect, duckdb, quoteName, quotePath, quoteText } from '../duckdb.js';

/** DuckDB's chunks hold so many rows. */
const CHUNK = 2048;

/** So many rows wait in memory (5 bytes each) before they go to a file of their own. */
const PIECE = 4_000_000;

/** Ids are all different: with DuckDB's own limit it hashes each before it gives up on a dictionary. */
const DICTIONARY = 1000;

/** Scores of one part on their way to its file. */
export interface ScoreWriter {
  add(decided: DecidedTable): Promise<void>;
  /** Writes the file, with `kept` columns of the part beside the scores. */
  finish(file: string, part: string, kept: readonly string[], expert: string): Promise<void>;
  close(): Promise<void>;
}

/** Where scores wait: in DuckDB, and from 4 million rows on in Parquet files beside the output. */
export async function openScoreWriter(folder: string): Promise<ScoreWriter> {
  const { BOOLEAN, DuckDBDataChunk, FLOAT } = await duckdb();
  const connection = await connect();
  const run = (sql: string) => connection.run(sql);
  const pieces: string[] = [];
  let own: string | undefined;
  let rows = 0;
  let appender: Awaited<ReturnType<typeof connection.createAppender>> | undefined;
  const open = async () => {
    await run('CREATE OR REPLACE TEMPORARY TABLE scored (score FLOAT, defer BOOLEAN)');
    appender = await connection.createAppender('scored', 'main', 'temp');
  };
  const flush = async () => {
    appender?.closeSync();
    appender = undefined;
    own ??= await mkdtemp(join(folder, '.cede-score-'));
    const file = join(own, `${pieces.length}.parquet`);
    await run(`COPY scored TO ${quoteText(file)} (FORMAT parquet)`);
    pieces.push(file);
    rows = 0;
  };
  return {
    async add({ scores, defer }) {
      for (let from = 0; from < scores.length; from += CHUNK) {
        if (!appender) await open();
        const count = Math.min(CHUNK, scores.length - from);
        const chunk = DuckDBDataChunk.create([FLOAT, BOOLEAN], count);
        fill(chunk.getColumnVector(0), scores.subarray(from, from + count));
        fill(chunk.getColumnVector(1), defer.subarray(from, from + count));
        appender!.appendDataChunk(chunk);
        rows += count;
      }
      if (rows >= PIECE) await flush();
    },
    async finish(file, part, kept, expert) {
      if (pieces.length > 0 && rows > 0) await flush();
      if (!appender && pieces.length === 0) await open();
      appender?.closeSync();
      appender = undefined;
      const list = pieces.map((piece) => quoteText(piece)).join(', ');
      const from = pieces.length > 0 ? `read_parquet([${list}])` : 'scored';
      const names = kept.map((name) => `kept.${quoteName(name)}`);
      // Two names and not a text a row: it is written as text all the same, in a third of the time.
      const routes = `ENUM(${[...new Set([expert, 'model'])].map(quoteText).join(', ')})`;
      const route = `CASE WHEN scored.defer THEN ${quoteText(expert)}::${routes} ELSE 'model'::${routes} END AS route`;
      const columns = [...names, 'scored.score', 'scored.defer', route].join(', ');
      // Row by row, in the order of the part: its own columns never come through here.
      const source =
        kept.length === 0
          ? `${from} AS scored`
          : `(SELECT ${kept.map(quoteName).join(', ')} FROM read_parquet(${quotePath(part)}, hive_partitioning=false)) AS kept POSITIONAL JOIN ${from} AS scored`;
      await run(
        `COPY (SELECT ${columns} FROM ${source}) TO ${quoteText(file)} (FORMAT parquet, DICTIONARY_SIZE_LIMIT ${DICTIONARY})`,
      );
    },
    async close() {
      appender?.closeSync();
      connection.closeSync();
      if (own) await rm(own, { recursive: true, force: true });
    },
  };
}

/** The vector's own memory, filled at once: set one by one, values cost more than scoring them. */
function fill(vector: unknown, values: Float32Array | Uint8Array): void {
  const { items, dataView, flush, setItem } = vector as {
    items?: Float32Array;
    dataView?: DataView;
    flush(): void;
    setItem(row: number, value: unknown): void;
  };
  if (values instanceof Float32Array && items) items.set(values);
  else if (dataView)
    new Uint8Array(dataView.buffer, dataView.byteOffset, values.length).set(values);
  else for (let row = 0; row < values.length; row++) setItem.call(vector, row, values[row] === 1);
  flush.call(vector);
}
