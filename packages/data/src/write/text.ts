import type { Table } from '@cede/core';
import { type OutColumn, tableColumns } from './columns.js';

const ROWS_AT_ONCE = 4096;

/** A table as CSV, in pieces. */
export function* csvText(table: Table): Generator<string> {
  const columns = tableColumns(table);
  yield `${columns.map(({ name }) => quoted(name)).join(',')}\n`;
  yield* pieces(table.rows, (row) => columns.map((column) => csvCell(column, row)).join(','));
}

/** A table as JSONL, in pieces. */
export function* jsonlText(table: Table): Generator<string> {
  const columns = tableColumns(table);
  const keys = columns.map(({ name }) => JSON.stringify(name));
  yield* pieces(table.rows, (row) => {
    const cells = columns.map((column, k) => `${keys[k]}:${jsonCell(column, row)}`);
    return `{${cells.join(',')}}`;
  });
}

function* pieces(rows: number, line: (row: number) => string): Generator<string> {
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    let text = '';
    for (let row = from; row < Math.min(rows, from + ROWS_AT_ONCE); row++) text += `${line(row)}\n`;
    yield text;
  }
}

function csvCell(column: OutColumn, row: number): string {
  const value = column.at(row);
  if (value === null) return '';
  if (typeof value === 'object') return quoted(listText(value));
  return typeof value === 'number' ? decimal(value, column.kind) : quoted(value);
}

function jsonCell(column: OutColumn, row: number): string {
  const value = column.at(row);
  if (value === null) return 'null';
  if (typeof value === 'object') return listText(value);
  return typeof value === 'number' ? decimal(value, column.kind) : JSON.stringify(value);
}

const listText = (values: Float32Array): string =>
  `[${Array.from(values, (value) => decimal(value, 'float32')).join(',')}]`;

/** Nine digits bring every Float32 back bit for bit. */
function decimal(value: number, kind: OutColumn['kind']): string {
  return kind === 'float32' ? String(Number(value.toPrecision(9))) : String(value);
}

function quoted(text: string): string {
  return /[",\r\n;\t]/.test(text) || text.trim() !== text
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
