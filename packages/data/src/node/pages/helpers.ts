import { Worker } from 'node:worker_threads';
import { FastReaderFailed } from '../duckdb.js';
import { isAllComplete, stopTasks } from './tasks.js';
import type { Job, Said } from './worker.js';

/** Run from the sources (tests) the threads still need JavaScript: the build's. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/node/pages/worker.js' : './worker.js',
  import.meta.url,
);

/** Threads wait here for the next file, as DuckDB's do; they don't keep the process alive. */
const idle: Worker[] = [];

function startWorker(): Worker {
  const worker = new Worker(WORKER);
  // A thread that ends, with or without a word, is not asked again.
  const forget = () => {
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
  };
  worker.on('error', forget).on('exit', forget).unref();
  return worker;
}

/** Threads that decode a file together with this one. */
export interface Helpers {
  /** Resolves when they have finished another task; rejects where one of them failed. */
  news(): Promise<void>;
  release(): Promise<void>;
}

export function startHelpers(job: Job, count: number): Helpers {
  let failure: string | undefined;
  let unheard = false;
  let wake = () => {};
  const workers = Array.from({ length: count }, () => idle.pop() ?? startWorker());
  const onMessage = (said: Said) => {
    if (said !== 'finished') failure ??= said.failure;
    unheard = true;
    wake();
  };
  const onError = ({ message }: Error) => onMessage({ failure: message });
  const onExit = () => onMessage({ failure: 'a thread ended' });
  for (const worker of workers) {
    worker.on('message', onMessage).on('error', onError).on('exit', onExit).ref();
    worker.postMessage(job);
  }
  return {
    async news() {
      if (!unheard)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      unheard = false;
      if (failure !== undefined) throw new FastReaderFailed(failure);
    },
    async release() {
      stopTasks(job.tasks);
      for (const worker of workers)
        worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      // One that may still be at a task could fail when it is already at another file.
      if (failure === undefined && isAllComplete(job.tasks)) idle.push(...workers);
      else await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
