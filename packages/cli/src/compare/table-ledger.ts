import type { Table } from '@cede/core';
import type { Cell, Ledger } from '@cede/run';
import { TABLE_KIND } from './cells.js';

/**
 * A ledger in which tables are found by their hash in memory and everything else where it always
 * is. Arrays move to shared memory once, so that handing a table to a worker copies nothing.
 */
export function withTables(ledger: Ledger, tables: ReadonlyMap<string, Table>): Ledger {
  const shared = new Map([...tables].map(([hash, table]) => [hash, share(table) as Table]));
  const own = (cell: Cell) =>
    cell.kind === TABLE_KIND ? shared.get((cell.spec as { hash: string }).hash) : undefined;
  return {
    async read(cell) {
      const table = own(cell);
      return table ? { result: table } : ledger.read(cell);
    },
    write: (cell, result) => ledger.write(cell, result),
  };
}

/** The same value with its typed arrays in shared memory; ids stay behind, no scorer reads them. */
function share(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    const array = value as Float32Array;
    const copy = new (array.constructor as new (buffer: SharedArrayBuffer) => Float32Array)(
      new SharedArrayBuffer(array.byteLength),
    );
    copy.set(array);
    return copy;
  }
  if (Array.isArray(value)) return value.map(share);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !['id', 'notes', 'sources', 'spareVotes'].includes(key))
        .map(([key, part]) => [key, share(part)]),
    );
  }
  return value;
}
