import type { Categories } from '@cede/core';
import { isMissing } from '../read/number.js';
import type { NamesColumn } from './names.js';

/** Groups or clusters by name and index. */
export function categories(column: NamesColumn, role: 'group' | 'cluster'): Categories {
  const index = column.codes;
  const names = role === 'cluster' ? withoutWords(column.names, index) : [...column.names];
  if (!index.includes(-1)) return { names, index };
  // Rows without a group are a group of their own; without a cluster, they share none to leak from.
  let empty = -1;
  for (let row = 0; row < index.length; row++) {
    if (index[row]! >= 0) continue;
    if (empty < 0 || role === 'cluster')
      empty = names.push(role === 'cluster' ? `(row ${row + 1})` : '') - 1;
    index[row] = empty;
  }
  return { names, index };
}

/** A patient "NA" is nobody, and such rows have nothing in common. (A group may be called that.) */
function withoutWords(names: readonly string[], index: Int32Array): string[] {
  const kept = names.filter((name) => !isMissing(name));
  if (kept.length === names.length) return kept;
  const places = names.map((name) => kept.indexOf(name));
  for (let row = 0; row < index.length; row++)
    if (index[row]! >= 0) index[row] = places[index[row]!]!;
  return kept;
}
