import { closeSync, openSync } from 'node:fs';
import type { Batch } from '../../read/contract.js';
import { FastReaderFailed } from '../duckdb.js';
import { createDecoder } from './decode.js';
import { batchOf, createOutputs } from './outputs.js';
import type { PagesPlan } from './plan.js';
import { startThreads } from './threads.js';

/** Decoded here and now: for small files, which are done before a thread has started. */
export async function* decodedHere(path: string, plan: PagesPlan): AsyncGenerator<Batch> {
  const file = openSync(path, 'r');
  try {
    const outputs = failing(() => createOutputs(plan));
    const decoder = failing(() => createDecoder(file, plan, outputs));
    for (const group of plan.groups) {
      const sound = failing(() => decoder.decode(group));
      yield batchOf(plan, outputs, group, sound);
    }
    decoder.finish();
  } finally {
    closeSync(file);
  }
}

/** Decoded by threads, row groups in turn, ahead of the caller, who checks rows meanwhile. */
export async function* decodedAhead(path: string, plan: PagesPlan): AsyncGenerator<Batch> {
  const outputs = failing(() => createOutputs(plan));
  const threads = startThreads({ path, plan, outputs });
  try {
    for (const [number, group] of plan.groups.entries()) {
      yield batchOf(plan, outputs, group, await threads.decoded(number));
    }
  } finally {
    await threads.release();
  }
}

function failing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new FastReaderFailed(error instanceof Error ? error.message : String(error));
  }
}
