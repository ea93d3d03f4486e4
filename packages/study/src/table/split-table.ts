import {
  type Keys,
  refuseUnknown,
  type SplitOptions,
  splitTable as splitPlainTable,
  type Table,
} from '@cede/core';
import { type AnyTable, type NamedTable, namedTable } from './named-table.js';

/** How a table is cut in two. */
export type TableSplit = Partial<SplitOptions>;

const SPLIT: Keys<SplitOptions> = { testShare: true, seed: true, by: true, purpose: true };

/**
 * Cuts a table in two: `test` gets `testShare` of the rows (default 0.5), `fit` the others. Clusters
 * stay whole, time goes forward. A table that was read keeps its name and its columns.
 */
export function splitTable(table: Table, split?: TableSplit): { fit: Table; test: Table };
export function splitTable(
  table: AnyTable,
  split?: TableSplit,
): { fit: NamedTable; test: NamedTable };
export function splitTable(table: AnyTable, split: TableSplit = {}) {
  refuseUnknown('splitTable', split, Object.keys(SPLIT));
  const options = { testShare: 0.5, seed: 0, ...split };
  if (!('hash' in table)) return splitPlainTable(table, options);
  const { table: plain, name, columns } = namedTable(table);
  const parts = splitPlainTable(plain, options);
  const part = (side: 'fit' | 'test'): NamedTable => ({
    ...namedTable(parts[side], `${name} (${side})`),
    ...(columns && { columns }),
  });
  return { fit: part('fit'), test: part('test') };
}
