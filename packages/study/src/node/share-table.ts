import type { Table } from '@cede/core';

/** Parts that no scorer reads, and that would be copied to every worker. */
const LEFT_BEHIND = ['id', 'notes', 'sources', 'spareVotes'];

/** The same table with its arrays in shared memory: handing it to a worker copies nothing. */
export function shareTable(table: Table): Table {
  const kept = Object.fromEntries(
    Object.entries(table).filter(([key]) => !LEFT_BEHIND.includes(key)),
  );
  return shareArrays(kept) as Table;
}

/** The same value with every typed array in it in shared memory. */
export function shareArrays<Value>(value: Value): Value {
  return share(value) as Value;
}

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
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, share(part)]));
  }
  return value;
}
