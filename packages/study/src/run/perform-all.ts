import { AbortedError, type Table } from '@cede/core';
import type { CellTask, Runner } from '@cede/run';
import type { Run } from './run.js';

/** With fewer scores to sort, sending them to a thread takes longer than the work. */
export const MANY_TO_SORT = 2e6;
/** Resampling takes longer, so fewer are worth a thread. */
export const MANY_TO_RESAMPLE = 5e5;

/** Whether the test rows have at least so many scores. */
export const haveScores = (
  { rows }: Pick<Table, 'rows'>,
  methods: readonly { readonly scores: readonly unknown[] }[],
  many: number,
): boolean => rows * methods.reduce((sum, { scores }) => sum + scores.length, 0) >= many;

/**
 * The results of tasks that nobody keeps, in their order; a runner takes as many at a time as it
 * has hands. Of progress only the part of the tasks' sizes that is done is told.
 */
export async function performAll(
  runner: Runner,
  tasks: readonly (CellTask & { readonly size: number })[],
  { signal, onProgress }: Pick<Run, 'signal' | 'onProgress'>,
): Promise<unknown[]> {
  const stop = new AbortController();
  const stopAll = () => stop.abort();
  if (signal?.aborted) stopAll();
  signal?.addEventListener('abort', stopAll, { once: true });
  const all = tasks.reduce((sum, { size }) => sum + size, 0);
  const done = new Float64Array(tasks.length);
  const told = (k: number, share: number) => {
    done[k] = share;
    const sum = tasks.reduce((total, { size }, at) => total + size * done[at], 0);
    onProgress?.({ step: 'intervals', done: Math.min(1, sum / all) });
  };
  const results: unknown[] = new Array(tasks.length);
  let next = 0;
  const hand = async () => {
    while (next < tasks.length && !stop.signal.aborted) {
      const k = next++;
      const { kind, spec, needs } = tasks[k];
      const report = (progress: { readonly done: number }) => told(k, progress.done);
      results[k] = await runner.perform({ kind, spec, needs }, { signal: stop.signal, report });
      told(k, 1);
    }
  };
  try {
    await Promise.all(Array.from({ length: runner.jobs }, hand));
  } catch (error) {
    stop.abort(); // one failure ends the others' work
    if (!signal?.aborted) throw error;
  } finally {
    signal?.removeEventListener('abort', stopAll);
  }
  if (signal?.aborted) throw new AbortedError('the run was stopped; what is finished is kept');
  return results;
}
