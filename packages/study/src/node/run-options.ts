import type { Run, StudyProgress, StudyRunner } from '../index.js';
import { poolStudyRunner } from './pool-runner.js';

/** How the work is done: nothing here changes the answer. */
export interface RunOptions {
  /** Worker threads (default: one a core). */
  readonly jobs?: number;
  /** Stops the work. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: StudyProgress) => void;
  /** Where finished fits are kept, so that a run that was stopped can go on (default: in memory). */
  readonly ledger?: Run['ledger'];
  /** Where fits are computed (default: worker threads of this process). */
  readonly runner?: StudyRunner;
}

export const runOf = ({ jobs, runner = poolStudyRunner({ jobs }), ...run }: RunOptions): Run => ({
  runner,
  ...run,
});
