import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
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

if (durability === 'relaxed') stepBack();
try {
  const engine = new SqliteEngine(path, durability);
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
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').pop()), 10);
  } catch {
    // Elsewhere the threads share alike.
  }
}
