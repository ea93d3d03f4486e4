import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';
import type { BlobLike } from '../read/source.js';
import type { TableIssue } from '../table-issue.js';

/** What a page asks its worker for. */
export interface TableRequest {
  readonly data: Uint8Array | string | BlobLike;
  readonly name: string;
  readonly options: TableOptions;
}

/** What the worker answers: a table, or why there is none. */
export type TableReply =
  | { readonly table: LoadedTable }
  | {
      readonly refused: { readonly message: string; readonly issues?: readonly TableIssue[] };
    }
  | { readonly failed: string };

/** The side of a worker that its page sees: a browser's `Worker` is one. */
export interface TableWorker {
  postMessage(message: TableRequest): void;
  addEventListener(
    type: 'message' | 'error' | 'messageerror',
    listener: (event: { readonly data?: unknown; readonly message?: string }) => void,
  ): void;
  terminate(): unknown;
}

/** The side that the worker sees: its global scope. */
export interface WorkerScope {
  postMessage(message: TableReply, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}
