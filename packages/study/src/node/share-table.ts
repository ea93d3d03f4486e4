import type { Table } from '@cede/core';
import { shareArrays } from '../run/share-arrays.js';

/** Parts that no scorer reads, and that would be copied to every worker. */
const LEFT_BEHIND = ['id', 'notes', 'sources', 'spareVotes'];

/** The same table with its arrays in shared memory: handing it to a worker copies nothing. */
export function shareTable(table: Table): Table {
  const kept = Object.fromEntries(
    Object.entries(table).filter(([key]) => !LEFT_BEHIND.includes(key)),
  );
  return shareArrays(kept) as unknown as Table;
}
