import { workerData } from 'node:worker_threads';
import { useThreads } from '../../duckdb.js';
import { fileSource } from '../../files.js';
import { isParquet } from '../../parquet.js';
import { withReaders } from '../../read-table.js';
import { answerQuestions } from '../answering.js';
import { copyWithScores } from '../copy-with-scores.js';
import type { CopyingStart } from '../copying-threads.js';
import type { Copying, Counts } from '../part.js';

/** A thread that copies Parquet parts with their scores, by a DuckDB of its own. */
const { policy, duckdbThreads, stopped } = workerData as CopyingStart;
const ready = useThreads(duckdbThreads);
const isStopped = () => Atomics.load(stopped, 0) !== 0;
const signal = {
  throwIfAborted() {
    if (isStopped()) throw new Error('stopped');
  },
};

answerQuestions(
  async (
    { part, file, asked, rowGroups, ...rest }: Copying,
    onRows,
  ): Promise<Counts | undefined> => {
    await ready;
    const options = { ...rest, signal, onRows };
    const source = await fileSource(part);
    try {
      return await withReaders(async (open) => {
        const opened = await open(source);
        if (!isParquet(opened)) return undefined;
        return copyWithScores(file, policy, source, opened, asked, rowGroups, options);
      });
    } catch (error) {
      if (isStopped()) return undefined; // who asked knows why
      throw error;
    }
  },
);
