import type { Table } from '../../table/table.js';
import { AbortedError } from '../../train/train.js';
import type { Choice } from '../choice.js';
import type { FitOptions } from '../method.js';
import { autoSample, choosing, scoreTask } from './choice-rounds.js';

/** Chooses a method for a table in this thread. The same choice as on any number of workers. */
export function choose(
  table: Table,
  options: FitOptions = {},
  onProgress?: (done: number) => void,
): Choice {
  const sample = autoSample(table, options);
  const steps = choosing(sample, options);
  let step = steps.next();
  for (let round = 0; !step.done; round++) {
    const tasks = step.value;
    const scores = tasks.map((task, k) => {
      if (options.signal?.aborted) throw new AbortedError('training was stopped');
      onProgress?.(progressOf(round, k / tasks.length));
      return scoreTask(sample, task, options);
    });
    step = steps.next(scores);
  }
  return step.value;
}

/** The round of all networks is most of the work. */
const ROUND_ENDS = [0, 0.1, 0.6, 0.85, 1];

/** Share of all the work that is done, from a round of `choose` and the share of that round. */
export function progressOf(round: number, share: number): number {
  return ROUND_ENDS[round] + share * (ROUND_ENDS[round + 1] - ROUND_ENDS[round]);
}
