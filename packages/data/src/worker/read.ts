import { InputError } from '@cede/core';
import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';
import { TableError } from '../problems.js';
import type { BlobLike } from '../read/source.js';
import type { TableReply, TableWorker } from './contract.js';

/** How a table is read in a worker. */
export interface WorkerOptions {
  /**
   * Starts the worker: `() => new Worker(new URL('@cede/data/worker', import.meta.url), { type:
   * 'module' })` where a bundler resolves that, or one of your own that calls `serveTables`.
   */
  readonly start: () => TableWorker;
  /** Milliseconds until a file is given up; by default 30 s, and half a second for each megabyte. */
  readonly deadline?: number;
}

/**
 * Reads a table as `readTableFrom` does, in a worker of its own: the page stays alive, and a file on
 * which the Parquet parser hangs is refused when the deadline has passed.
 */
export async function readTableInWorker(
  data: Uint8Array | string | BlobLike,
  name: string,
  options: TableOptions,
  { start, deadline = patienceFor(data) }: WorkerOptions,
): Promise<LoadedTable> {
  const worker = start();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const reply = await new Promise<TableReply>((resolve, reject) => {
      timer = setTimeout(() => reject(tooSlow(name, deadline)), deadline);
      worker.addEventListener('message', (event) => resolve(event.data as TableReply));
      for (const type of ['error', 'messageerror'] as const)
        worker.addEventListener(type, ({ message }) => reject(new Error(message ?? type)));
      worker.postMessage({ data, name, options });
    });
    if ('table' in reply) return reply.table;
    if ('failed' in reply) throw new Error(reply.failed);
    const { message, issues } = reply.refused;
    throw issues ? new TableError(issues) : new InputError(message);
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

function patienceFor(data: Uint8Array | string | BlobLike): number {
  const bytes = typeof data === 'string' || ArrayBuffer.isView(data) ? data.length : data.size;
  return 30_000 + bytes / 2000;
}

function tooSlow(name: string, deadline: number): InputError {
  return new InputError(
    `table ${name}: reading it was given up after ${Number((deadline / 1000).toPrecision(2))} seconds; the file is probably damaged. If it is only large, read it with the cede command.`,
  );
}
