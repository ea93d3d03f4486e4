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

const { path, durability } = workerData as { path: string; durability: Durability };
const port = parentPort!;

/**
 * How long a relaxed store leaves its core alone after some rows, ms. A thread of lower priority still
 * ends its slice: where threads are more than cores, answers wait for it, for half a millisecond and
 * more. Nobody waits for the rows.
 */
const PAUSE = 0.05;

const isRelaxed = durability === 'relaxed';
if (isRelaxed) stepBack();
const nobody = new Int32Array(new SharedArrayBuffer(4));
const pause = () => {
  Atomics.wait(nobody, 0, 0, PAUSE);
};
try {
  const engine = new SqliteEngine(path, durability, true, isRelaxed ? pause : undefined);
  const methods = engine as unknown as Record<string, (...args: unknown[]) => unknown>;
  port.postMessage({ ready: true });
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

/** Nobody waits for a relaxed store: it gets the time that answers leave. Linux has a way to say so. */
function stepBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
    setPriority(thread, Math.min(19, getPriority() + 10));
  } catch {
    // Elsewhere the threads share alike.
  }
}
