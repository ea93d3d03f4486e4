import { closeSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Batch } from '../../read/contract.js';
import { FastReaderFailed } from '../duckdb.js';
import { createDecoder } from './decode.js';
import { type Helpers, startHelpers } from './helpers.js';
import { batchOf, createOutputs } from './outputs.js';
import type { PagesPlan } from './plan.js';
import { createTasks, finishTask, isComplete, soundParts, takeTask } from './tasks.js';

/** More threads than this wait for memory rather than for each other. */
const MOST_HELPERS = 3;

/** Threads beside this one that are worth starting for a large file. */
export const helpersFor = ({ groups, parts }: PagesPlan): number =>
  Math.min(MOST_HELPERS, availableParallelism() - 1, groups.length * parts.length - 1);

/**
 * The row groups in their order. This thread decodes too, and hands a row group on as soon as it is
 * there: with as many threads as cores nobody waits for a core, and a file is half read before the
 * first helper of a process has started.
 */
export async function* decodedBatches(
  path: string,
  plan: PagesPlan,
  helping = 0,
): AsyncGenerator<Batch> {
  const file = openSync(path, 'r');
  let helpers: Helpers | undefined;
  try {
    const outputs = failing(() => createOutputs(plan));
    const decoder = failing(() => createDecoder(file, plan, outputs));
    const tasks = createTasks(plan);
    helpers = failing(() => startHelpers({ path, plan, outputs, tasks }, helping));
    for (const [number, group] of plan.groups.entries()) {
      // Text is this thread's alone, while the others are at the numbers.
      const texts = plan.texts.map((column) => failing(() => decoder.texts(group, column)));
      while (!isComplete(tasks, number)) {
        const task = takeTask(tasks);
        if (task) failing(() => finishTask(tasks, task, decoder.decode(task)));
        else await helpers.news();
      }
      yield batchOf(plan, outputs, group, soundParts(tasks, number), texts);
      // Whoever wants to stop, or to show progress, gets a turn.
      await setImmediate();
    }
    decoder.finish();
  } finally {
    await helpers?.release();
    closeSync(file);
  }
}

function failing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new FastReaderFailed(error instanceof Error ? error.message : String(error));
  }
}
