import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type Durability, SqliteEngine } from './engine.js';

/** The thread that waits for the disk, so that the one that answers never does. */
interface Call {
  readonly call: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

const { path, durability, steppedBack } = workerData as {
  readonly path: string;
  readonly durability: Durability;
  readonly steppedBack: Int32Array;
};
const port = parentPort!;

/**
 * How long a relaxed store leaves its core alone after some rows, ms, where its thread has not stepped
 * back: where threads are more than cores, answers wait for it. Nobody waits for the rows.
 */
const PAUSE = 0.05;
const nobody = new Int32Array(new SharedArrayBuffer(4));
const pause = () => {
  if (Atomics.load(steppedBack, 0) === 0) Atomics.wait(nobody, 0, 0, PAUSE);
};
try {
  const engine = new SqliteEngine(
    path,
    durability,
    true,
    durability === 'relaxed' ? pause : undefined,
  );
  const methods = engine as unknown as Record<string, (...args: unknown[]) => unknown>;
  port.postMessage({ ready: true, thread: threadNumber() });
  port.on('message', ({ call, method, args }: Call) => {
    try {
      port.postMessage({ call, value: methods[method](...args) });
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      port.postMessage({ call, error: message, code });
    }
    if (method === 'close') port.close();
  });
} catch (error) {
  port.postMessage({ ready: false, error: (error as Error).message });
}

/**
 * This thread as the kernel counts them; 0 where it doesn't say. Nobody waits for a relaxed store, so
 * its priority is low from the start.
 */
function threadNumber(): number {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
    if (durability === 'relaxed') setPriority(thread, Math.min(19, getPriority() + 10));
    return thread;
  } catch {
    return 0; // not Linux
  }
}
