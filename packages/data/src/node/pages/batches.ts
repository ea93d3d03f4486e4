import { closeSync, openSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Batch, Numbers, RawColumn } from '../../read/contract.js';
import { FastReaderFailed } from '../duckdb.js';
import { decodePages } from './decode.js';
import { createKernel, createMemory } from './kernel.js';
import { type PagesPlan, SLOTS } from './plan.js';
import type { Job, Said } from './worker.js';

/** Run from the sources (tests) the thread still needs JavaScript: the build's. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/node/pages/worker.js' : './worker.js',
  import.meta.url,
);

const NOTHING = new Float32Array(0);

/** Decoded here and now: for small files, which are done before a thread has started. */
export async function* decodedHere(path: string, plan: PagesPlan): AsyncGenerator<Batch> {
  const file = openSync(path, 'r');
  try {
    const memory = createMemory(plan);
    const blocks = decodePages(file, plan, memory, createKernel(memory));
    for (;;) {
      const { value, done } = failing(() => blocks.next());
      if (done) return;
      yield batchOf(plan, memory, value.number, value.rows);
    }
  } finally {
    closeSync(file);
  }
}

/** Threads wait here for the next file; they don't keep the process alive. */
const idle: Worker[] = [];

/** Decoded by a thread ahead of the caller, who checks rows meanwhile. */
export async function* decodedAhead(path: string, plan: PagesPlan): AsyncGenerator<Batch> {
  const memory = failing(() => createMemory(plan));
  const taken = new Int32Array(memory.buffer, 0, 1);
  const worker = idle.pop() ?? new Worker(WORKER);
  worker.ref();
  const hear = listen(worker);
  worker.postMessage({ path, plan, memory } satisfies Job);
  let ended = false;
  try {
    for (let number = 0; ; number++) {
      const said = await hear.next();
      if ('end' in said) {
        ended = true;
        if (said.failure !== undefined) throw new FastReaderFailed(said.failure);
        return;
      }
      yield batchOf(plan, memory, number, said.rows);
      Atomics.store(taken, 0, number + 1);
      Atomics.notify(taken, 0);
    }
  } finally {
    hear.stop();
    worker.unref();
    if (ended) idle.push(worker);
    else await worker.terminate();
  }
}

/** What a thread says, in order; a thread that dies has failed. */
function listen(worker: Worker): { next(): Promise<Said>; stop(): void } {
  const heard: Said[] = [];
  let wake: (() => void) | undefined;
  const onMessage = (said: Said) => {
    heard.push(said);
    wake?.();
  };
  let failure: Error | undefined;
  const onError = (error: Error) => {
    failure = error;
    wake?.();
  };
  worker.on('message', onMessage).on('error', onError);
  return {
    async next() {
      while (heard.length === 0) {
        if (failure) throw new FastReaderFailed(failure.message);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return heard.shift()!;
    },
    stop() {
      worker.off('message', onMessage).off('error', onError);
    },
  };
}

/** A block as a batch: views into the slot, good until the next is asked for. */
function batchOf(plan: PagesPlan, memory: WebAssembly.Memory, number: number, rows: number): Batch {
  const { layout, columns, parts } = plan;
  const batch = new Array<RawColumn>(columns.length).fill(NOTHING);
  const slot = layout.slots + (number % SLOTS) * layout.slotBytes;
  for (const { want, columns: members, bytes, at } of parts) {
    const count = rows * members.length;
    batch[want] = view(memory.buffer, slot + at, count, bytes);
  }
  return { rows, columns: batch };
}

function view(buffer: ArrayBuffer, at: number, count: number, bytes: 4 | 8): Numbers {
  return bytes === 4 ? new Float32Array(buffer, at, count) : new Float64Array(buffer, at, count);
}

function failing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new FastReaderFailed(error instanceof Error ? error.message : String(error));
  }
}
