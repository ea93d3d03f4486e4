import { InputError } from '@cede/core';
import { TableError } from '../problems.js';
import { readTableFrom } from '../read-table.js';
import type { TableReply, TableRequest, WorkerScope } from './contract.js';

/** Makes a worker read the tables that its page sends: `serveTables(globalThis)` is all it needs. */
export function serveTables(scope: WorkerScope): void {
  scope.addEventListener('message', async ({ data }) => {
    const reply = await replyTo(data as TableRequest);
    scope.postMessage(reply, 'table' in reply ? buffersOf(reply.table) : []);
  });
}

async function replyTo({ data, name, options }: TableRequest): Promise<TableReply> {
  try {
    return { table: await readTableFrom(data, name, options) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof TableError) return { refused: { message, issues: error.issues } };
    return error instanceof InputError ? { refused: { message } } : { failed: message };
  }
}

/** The memory of a table's columns, which is handed over instead of copied. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) if (typeof part === 'object') buffersOf(part, found);
  }
  return [...found];
}
