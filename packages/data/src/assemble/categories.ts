import type { Categories } from '@cede/core';
import type { NamesColumn } from './names.js';

/** Groups or clusters by name and index. */
export function categories(column: NamesColumn, role: 'group' | 'cluster'): Categories {
  const index = column.codes;
  if (!index.includes(-1)) return { names: column.names, index };
  // Rows without a group are a group of their own; without a cluster, they share none to leak from.
  const names = [...column.names];
  let empty = -1;
  for (let row = 0; row < index.length; row++) {
    if (index[row]! >= 0) continue;
    if (empty < 0 || role === 'cluster')
      empty = names.push(role === 'cluster' ? `(row ${row + 1})` : '') - 1;
    index[row] = empty;
  }
  return { names, index };
}
