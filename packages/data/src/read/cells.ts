import type { Problems } from '../problems.js';
import { type Batch, isText, missingAs, type RawColumn, type Want } from './contract.js';
import { isPlainNumber, isTooLong, numberFrom, shown } from './number.js';
import { listFromText } from './text-lists.js';

/** A cell as a row-wise format holds it. */
export type Cell = unknown;

/**
 * Rows of cells to typed columns, for the formats that arrive row by row (CSV, JSONL).
 * `cell(row, want)` finds a cell; `firstRow` is the number of the batch's first row.
 */
export function columnsFromCells(
  rows: number,
  wants: readonly Want[],
  cell: (row: number, want: number) => Cell,
  firstRow: number,
  problems: Problems,
): Batch {
  const columns = wants.map((want, w): RawColumn => {
    const at = (row: number) => cell(row, w);
    if (want.width > 1) return listColumn(rows, want, at, firstRow, problems);
    const notOne = (row: number, found: object) =>
      problems.add(
        `one:${want.field}`,
        firstRow + row,
        () => `column "${want.field}" holds ${shown(found)} (expected one value)`,
      );
    const missing = missingAs(want.as);
    if (isText(want.as)) return textColumn(rows, at, notOne, missing);
    if (want.as === 'float32' || want.as === 'float64') {
      return numberColumn(rows, want, at, firstRow, problems);
    }
    return labelColumn(rows, at, notOne, missing);
  });
  return { rows, columns };
}

function numberColumn(
  rows: number,
  want: Want,
  cell: (row: number) => Cell,
  firstRow: number,
  problems: Problems,
): RawColumn {
  const values = want.as === 'float32' ? new Float32Array(rows) : new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const found = cell(row);
    const value = toNumber(found);
    if (value === undefined) {
      notANumber(problems, want.field, firstRow + row, found);
      values[row] = Number.NaN;
    } else values[row] = value;
  }
  return values;
}

function listColumn(
  rows: number,
  want: Want,
  cell: (row: number) => Cell,
  firstRow: number,
  problems: Problems,
): RawColumn {
  const values = new Float32Array(rows * want.width).fill(Number.NaN);
  for (let row = 0; row < rows; row++) {
    const found = listFromText(cell(row));
    if (found === null || found === undefined || found === '') continue;
    if (!Array.isArray(found) || found.length !== want.width) {
      const what = Array.isArray(found) ? `${found.length} numbers` : shown(found);
      problems.add(
        `width:${want.field}`,
        firstRow + row,
        () => `"${want.field}" holds ${what} (expected a list of ${want.width} numbers)`,
      );
      continue;
    }
    for (let k = 0; k < want.width; k++) {
      const value = toNumber(found[k]);
      if (value === undefined) notANumber(problems, want.field, firstRow + row, found[k]);
      values[row * want.width + k] = value ?? Number.NaN;
    }
  }
  return values;
}

/** A problem in the same words for every format. */
function notANumber(problems: Problems, field: string, row: number, found: unknown): void {
  problems.add(
    `number:${field}`,
    row,
    () => `column "${field}" holds ${shown(found)} (expected a number)`,
    isDecimalComma(found)
      ? 'Write decimals with a point, not with a comma.'
      : isYesOrNo(found)
        ? 'Write 1 and 0, or true and false.'
        : undefined,
  );
}

const isDecimalComma = (found: unknown): boolean =>
  typeof found === 'string' && /^\s*[+-]?\d*,\d+(e[+-]?\d+)?\s*$/i.test(found);

const isYesOrNo = (found: unknown): boolean =>
  typeof found === 'string' && /^\s*(yes|no|y|n|right|wrong|correct|incorrect)\s*$/i.test(found);

function toNumber(found: Cell): number | undefined {
  if (typeof found === 'number') return found;
  if (typeof found === 'string') return numberFrom(found);
  if (found === null || found === undefined) return Number.NaN;
  if (typeof found === 'boolean' || typeof found === 'bigint') return Number(found);
  return undefined;
}

/** Called for a cell that holds a list or an object. */
type NotOne = (row: number, found: object) => void;
type Missing = (text: string) => boolean;

function textColumn(
  rows: number,
  cell: (row: number) => Cell,
  notOne: NotOne,
  missing: Missing,
): (string | null)[] {
  const values = new Array<string | null>(rows);
  for (let row = 0; row < rows; row++) {
    const found = cell(row);
    if (typeof found === 'object' && found !== null) {
      notOne(row, found);
      values[row] = null;
    } else values[row] = toText(found, missing);
  }
  return values;
}

/** Numbers if every cell is one; otherwise text, so that "cat" among numbers, or a digit, isn't lost. */
function labelColumn(
  rows: number,
  cell: (row: number) => Cell,
  notOne: NotOne,
  missing: Missing,
): RawColumn {
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const found = cell(row);
    if (typeof found === 'number' || typeof found === 'bigint') values[row] = Number(found);
    else if (found === null || found === undefined) values[row] = Number.NaN;
    else if (typeof found === 'string' && isPlainNumber(found)) values[row] = Number(found);
    else if (typeof found === 'string' && missing(found)) values[row] = Number.NaN;
    else return textColumn(rows, cell, notOne, missing);
    if (isTooLong(values[row]!)) return textColumn(rows, cell, notOne, missing);
  }
  return values;
}

function toText(found: Cell, missing: Missing): string | null {
  if (found === null || found === undefined) return null;
  if (typeof found === 'string') return missing(found) ? null : found;
  return Number.isNaN(found) ? null : String(found);
}
