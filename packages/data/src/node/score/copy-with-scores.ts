import { type DecidedTable, decideWhole, InputError, type Policy } from '@cede/core';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import { Assembler } from '../../assemble/assembler.js';
import { refuseProbabilities } from '../../for-policy/logits.js';
import { insistOnModel, readRemembering } from '../../for-policy/read-remembering.js';
import type { TableOptions } from '../../options.js';
import { type Plan, sideBySide } from '../../plan.js';
import { findRoles } from '../../roles.js';
import { connect, quoteName } from '../duckdb.js';
import { closeAfter } from '../duckdb-batches.js';
import type { FileSource } from '../files.js';
import { type ParquetTable, refusal } from '../parquet.js';
import { NoProgress, PATIENCE, withPatience } from '../patience.js';
import type { KeptColumns } from './kept-columns.js';
import { type Counts, countOnes, type PartOptions } from './part.js';
import { rowGroupSize } from './row-groups.js';
import { withScoreFunction } from './score-function.js';
import { answerColumns, copyTo } from './score-writer.js';
import { optionsFor } from './windows.js';

/**
 * Scores a Parquet part in one statement: DuckDB reads it once, asks for the scores of each chunk and
 * writes them beside the columns that are kept. Its threads read and write while rows are scored.
 *
 * Undefined where the part has to be read in windows after all: to say what is wrong with it and
 * where, or because its columns can't be read chunk by chunk.
 */
export async function copyWithScores(
  file: string,
  policy: Policy,
  source: FileSource,
  opened: ParquetTable,
  columns: KeptColumns,
  rowGroups: readonly number[],
  options: PartOptions,
): Promise<Counts | undefined> {
  const reading = await readingOf(policy, source, opened, columns.leftOut, options.columns);
  const size = rowGroupSize(rowGroups);
  if (!reading || size === undefined) return undefined;
  const reader = await opened.chunksOf(reading.plan.wants, sideBySide(reading.plan));
  let rows = 0;
  let deferred = 0;
  let failure: unknown;
  const decideChunk = (chunk: DuckDBDataChunk): DecidedTable => {
    try {
      options.signal?.throwIfAborted();
      const assembler = new Assembler(reading.plan, reading.options, chunk.rowCount);
      assembler.startFile(source.name);
      assembler.add(reader.read(chunk, 1, assembler.problems));
      const table = assembler.finish();
      refuseProbabilities(table, options.columns);
      insistOnModel(policy, table);
      const decided = decideWhole(policy, table);
      rows += table.rows;
      deferred += countOnes(decided.defer);
      if (rows % options.rowsAtOnce < table.rows) options.onRows(rows);
      return decided;
    } catch (error) {
      failure ??= error;
      throw error;
    }
  };
  try {
    await withScoreFunction(decideChunk, (call) => {
      const kept = columns.kept.map(quoteName);
      const scored = `${call(reader.expressions)} AS scored`;
      const answer = `SELECT ${answerColumns(kept, policy)} FROM (SELECT ${[...kept, scored].join(', ')} FROM ${opened.from})`;
      return runWhile(() => rows, copyTo(file, answer, size));
    });
  } catch (error) {
    if (error instanceof NoProgress) throw refusal(source, error);
    // What is wrong with a row, or with the file, is found again and said by who reads windows.
    if (failure === undefined || failure instanceof InputError) return undefined;
    throw failure;
  }
  return rows === opened.expectedRows ? { rows, deferred } : undefined;
}

/** How rows of a part become a table: the same for all of them. */
interface Reading {
  readonly plan: Plan;
  readonly options: TableOptions;
}

/** Undefined where columns are missing, or where only many rows at once tell what one means. */
async function readingOf(
  policy: Policy,
  { name: table }: FileSource,
  opened: ParquetTable,
  leftOut: readonly string[],
  given: TableOptions,
): Promise<Reading | undefined> {
  const fields = opened.fields.filter(({ name }) => !leftOut.includes(name));
  const read = async (used: TableOptions): Promise<Reading> => {
    const options = optionsFor(policy, given, used);
    return { options, plan: findRoles(fields, options, table) };
  };
  try {
    const reading = await readRemembering(policy, given, read, 'scores');
    const { plan, options } = reading;
    // Logits could be probabilities, and probabilities votes.
    const isGuessed =
      options.logits || plan.experts.length > 0 || plan.labelVotes || plan.spareVotes;
    return isGuessed ? undefined : reading;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Runs a statement as long as rows go on. */
async function runWhile(howFar: () => number, statement: string): Promise<void> {
  const connection = await connect();
  const running = connection.run(statement);
  try {
    await withPatience(running, PATIENCE, howFar);
  } catch (error) {
    if (error instanceof NoProgress) connection.interrupt();
    throw error;
  } finally {
    await closeAfter(connection, running);
  }
}
