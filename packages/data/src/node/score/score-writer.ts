import type { Policy } from '@cede/core';
import { connect, quoteName, quotePath, quoteText } from '../duckdb.js';
import { openScoreFile, type ScoreFile } from './score-file.js';
import { temporaryName } from './temporary-name.js';

/** Ids are all different: with DuckDB's own limit it hashes each before it gives up on a dictionary. */
const DICTIONARY = 1000;

/** Where the kept columns come from: copied out of the part by DuckDB, or given with the scores. */
export interface Kept {
  readonly names: readonly string[];
  /** The part, if it is a file that DuckDB copies columns of. */
  readonly part?: string;
}

/** Scores of one part on their way to its file. */
export interface ScoreWriter {
  readonly add: ScoreFile['add'];
  /** Writes the file: kept columns, score, defer and route. */
  finish(policy: Policy): Promise<void>;
  close(): Promise<void>;
}

/** Scores wait in a file beside the output, whatever the part's size. */
export async function openScoreWriter(file: string, kept: Kept): Promise<ScoreWriter> {
  const given = kept.part === undefined ? kept.names.length : 0;
  const waiting = await openScoreFile(temporaryName(`${file}.scores`), given);
  return {
    add: waiting.add,
    async finish(policy) {
      await waiting.finish();
      const connection = await connect();
      try {
        await connection.run(copyTo(file, answerOf(waiting.path, kept, policy)));
      } finally {
        connection.closeSync();
      }
    },
    close: waiting.remove,
  };
}

/** A statement that writes a file, with row groups of so many rows where their number is given. */
export function copyTo(file: string, select: string, rowGroup?: number): string {
  const size = rowGroup === undefined ? '' : `, ROW_GROUP_SIZE ${rowGroup}`;
  return `COPY (${select}) TO ${quoteText(file)} (FORMAT parquet, DICTIONARY_SIZE_LIMIT ${DICTIONARY}${size})`;
}

/** Kept columns, then score, defer and route, where `scored` has the first two of these. */
export function answerColumns(kept: readonly string[], { experts: [expert = 'expert'] }: Policy) {
  // Two names and not a text a row: it is written as text all the same, in a third of the time.
  const routes = `ENUM(${[...new Set([expert, 'model'])].map(quoteText).join(', ')})`;
  const route = `CASE WHEN scored.defer THEN ${quoteText(expert)}::${routes} ELSE 'model'::${routes} END AS route`;
  return [...kept, 'scored.score', 'scored.defer', route].join(', ');
}

/** The answer, from where the scores wait. */
function answerOf(scores: string, { names, part }: Kept, policy: Policy): string {
  const beside = names.map((name, k) =>
    part === undefined ? `scored.kept${k} AS ${quoteName(name)}` : `kept.${quoteName(name)}`,
  );
  const columns = answerColumns(beside, policy);
  const from = (path: string) => `read_parquet(${quotePath(path)}, hive_partitioning=false)`;
  if (part === undefined || names.length === 0)
    return `SELECT ${columns} FROM ${from(scores)} AS scored`;
  // Row by row, in the order of the part: its own columns never come through here.
  const own = `SELECT ${names.map(quoteName).join(', ')} FROM ${from(part)}`;
  return `SELECT ${columns} FROM (${own}) AS kept POSITIONAL JOIN ${from(scores)} AS scored`;
}
