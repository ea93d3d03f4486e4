import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { AbortedError, InputError, insist } from '@cede/core';
import type { Runner } from '../runner/runner.js';
import { type Pool, sameThread } from './same-thread.js';
import type { WorkerAnswer } from './worker.js';

/**
 * Piscina requires a worker's module before it imports it. Where Node can require modules, a thread
 * ended in the middle of that brings the whole process down; without it the import comes at once.
 */
const REQUIRES_MODULES = process.allowedNodeEnvironmentFlags.has('--experimental-require-module');

/** How a pool of worker threads is made. */
export interface PoolOptions {
  /** Worker threads; as many as there are cores unless told. */
  readonly jobs?: number;
  /** Given to every cell as `context`; typed arrays on a SharedArrayBuffer are not copied. */
  readonly context?: unknown;
}

/**
 * Computes cells in worker threads. `entry` is the URL of a built module whose default export is
 * `cellWorker(functions)`. Threads start when first needed and stay, so that a kernel is compiled
 * once a thread. With CEDE_INLINE set there are none.
 */
export function poolRunner(
  entry: URL,
  { jobs = availableParallelism(), context }: PoolOptions = {},
): Runner {
  insist(
    Number.isInteger(jobs) && jobs >= 1,
    () => `jobs: must be a whole number from 1, got ${jobs} instead.`,
  );
  let opened: Promise<Pool> | undefined;
  // Loaded with the first cell: most commands of a program that could open a pool never do.
  const open = async (): Promise<Pool> => {
    if (process.env.CEDE_INLINE) return sameThread(entry, context);
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: entry.href,
      minThreads: 0,
      maxThreads: jobs,
      workerData: context,
      idleTimeout: Number.POSITIVE_INFINITY,
      // Between tasks a worker waits in its event loop, not blocked: cells may own threads or handles.
      atomics: 'disabled',
      ...(REQUIRES_MODULES && { execArgv: ['--no-experimental-require-module'] }),
    });
  };
  return {
    jobs,
    async perform({ cell: _named, ...task }, { report, signal }) {
      opened ??= open();
      const pool = await opened;
      const { port1, port2 } = new MessageChannel();
      port1.on('message', report);
      try {
        const answer: WorkerAnswer = await pool.run(
          { ...task, port: port2 },
          { transferList: [port2], signal },
        );
        if ('error' in answer) throw errorOf(answer.error);
        return answer.result;
      } finally {
        port1.close();
      }
    },
    async close() {
      await (await opened)?.destroy();
    },
  };
}

function errorOf({
  name,
  message,
  stack,
  refusal,
}: Extract<WorkerAnswer, { error: unknown }>['error']): Error {
  const error = refusal
    ? new InputError(refusal.sentence, refusal.code, refusal.details, refusal.subject)
    : name === 'AbortError'
      ? new AbortedError(message)
      : new Error(message);
  if (stack) error.stack = stack;
  return error;
}
