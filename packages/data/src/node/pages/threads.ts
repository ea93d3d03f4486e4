import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FastReaderFailed } from '../duckdb.js';
import type { Job, Said } from './worker.js';

/** Run from the sources (tests) the threads still need JavaScript: the build's. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/node/pages/worker.js' : './worker.js',
  import.meta.url,
);

/** More threads than this wait for memory rather than for each other. */
const MOST = 4;

/** Threads wait here for the next file, as DuckDB's do; they don't keep the process alive. */
const idle: Worker[] = [];

/** The threads that decode one file. */
export interface Threads {
  /** Resolves, with what is known of its parts, when a row group is there; rejects where it can't be. */
  decoded(group: number): Promise<readonly boolean[]>;
  release(): Promise<void>;
}

export function startThreads(work: Omit<Job, 'groups'>): Threads {
  const groups = work.plan.groups.map((_, number) => number);
  const count = Math.min(MOST, availableParallelism(), groups.length);
  const there = new Map<number, readonly boolean[]>();
  let failure: string | undefined;
  let wake = () => {};
  const workers = Array.from({ length: count }, () => idle.pop() ?? new Worker(WORKER));
  const onMessage = (said: Said) => {
    if ('group' in said) there.set(said.group, said.sound);
    else failure ??= said.failure;
    wake();
  };
  const onError = (error: Error) => {
    failure ??= error.message;
    wake();
  };
  workers.forEach((worker, position) => {
    worker.on('message', onMessage).on('error', onError).ref();
    const own = groups.filter((number) => number % count === position);
    worker.postMessage({ ...work, groups: own } satisfies Job);
  });
  return {
    async decoded(group) {
      for (;;) {
        const sound = there.get(group);
        if (sound) return sound;
        if (failure !== undefined) throw new FastReaderFailed(failure);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async release() {
      for (const worker of workers) worker.off('message', onMessage).off('error', onError).unref();
      if (there.size === groups.length) idle.push(...workers);
      else await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
