import type { Table } from '@cede/core';
import type { TableIssue } from '../table-issue.js';
import { counted, percent } from './contract.js';
import { RowIndex } from './row-index.js';
import { TextIndex } from './text-index.js';

/** Rows of one table that are in another too: by id, and by their whole content. */
export function compareTables(
  a: Table,
  b: Table,
  names = { a: 'the first table', b: 'the second' },
): TableIssue[] {
  return [...sharedIds(a, b, names), ...sharedRows(a, b, names)];
}

function sharedIds(a: Table, b: Table, names: { a: string; b: string }): TableIssue[] {
  if (!a.id || !b.id) return [];
  const known = new TextIndex(a.id);
  const rows: number[] = [];
  let count = 0;
  b.id.forEach((id, row) => {
    if (!known.has(id)) return;
    count++;
    if (rows.length < 5) rows.push(row + 1);
  });
  if (count === 0) return [];
  return [
    {
      severity: 'warning',
      code: 'shared-id',
      message: `${counted(count, 'id')} of ${names.b} ${count === 1 ? 'is' : 'are'} in ${names.a} too (${count === 1 ? 'row' : 'rows'} ${rows.join(', ')}${count > 5 ? ', …' : ''}): what is tested must not have been fitted.`,
      count,
      rows,
    },
  ];
}

/** Whole rows compare by the bits of the model's numbers and features, and the label. */
function sharedRows(a: Table, b: Table, names: { a: string; b: string }): TableIssue[] {
  if (a.classes.length !== b.classes.length || a.columns.length !== b.columns.length) return [];
  if (!a.model || !b.model || a.classes.length < 3) return [];
  const isKnown = new RowIndex(a).finder(b);
  const rows: number[] = [];
  let count = 0;
  for (let row = 0; row < b.rows; row++) {
    if (!isKnown(row) || isCertain(b, row)) continue;
    count++;
    if (rows.length < 5) rows.push(row + 1);
  }
  // A few rows may agree by chance where probabilities were rounded.
  if (count <= Math.max(1, 0.01 * b.rows)) return [];
  return [
    {
      severity: 'warning',
      code: 'shared-row',
      message: `${counted(count, 'row')} of ${names.b} (${percent(count / b.rows)}; first: ${rows.join(', ')}) repeat a row of ${names.a} number for number: what is tested must not have been fitted.`,
      count,
      rows,
    },
  ];
}

/** Many different cases share the probabilities 0, …, 1, …, 0. */
function isCertain(table: Table, row: number): boolean {
  const width = table.classes.length;
  for (let k = 0; k < width; k++) if (table.model![row * width + k]! > 0.9999) return true;
  return false;
}
