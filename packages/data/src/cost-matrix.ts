import { InputError } from '@cede/core';
import { CsvRecords, findDelimiter } from './read/csv-record.js';
import { numberFrom } from './read/number.js';

/**
 * What a wrong answer costs, from a file: JSON (`[[0, 1], [5, 0]]`) or CSV, one row a true class
 * and one column an answer, with or without names in the first row and column.
 */
export function parseCostMatrix(text: string, name: string): number[][] {
  const content = text.replace(/^\ufeff/, '').trim();
  if (content === '') throw new InputError(`cost matrix ${name}: the file is empty.`);
  const cells = content.startsWith('[') ? jsonCells(content, name) : csvCells(content);
  const numbers = cells.map((row) => row.map(toNumber));
  const named = numbers[0]!.some(Number.isNaN);
  const body = named ? numbers.slice(1) : numbers;
  const rows = body.every((row) => Number.isNaN(row[0]!)) ? body.map((row) => row.slice(1)) : body;
  const bad = rows.findIndex((row) => row.length !== rows.length || !row.every(Number.isFinite));
  if (bad >= 0 || rows.length < 2) {
    throw new InputError(
      `cost matrix ${name}, row ${bad + 1}: expected a square of finite numbers (${rows.length} rows found), one row a true class and one column an answer.`,
    );
  }
  return rows;
}

/** The matrix row after row, once it is known how many classes there are. */
export function flatCosts(matrix: readonly (readonly number[])[], classes: number): Float64Array {
  const square = matrix.length === classes && matrix.every((row) => row.length === classes);
  if (!square || !matrix.flat().every(Number.isFinite)) {
    throw new InputError(
      `the cost matrix has ${matrix.length} rows of ${matrix[0]?.length ?? 0} (expected ${classes} × ${classes} finite numbers: one row a true class, one column an answer).`,
    );
  }
  return Float64Array.from(matrix.flat());
}

function toNumber(cell: unknown): number {
  return typeof cell === 'number'
    ? cell
    : typeof cell === 'string'
      ? (numberFrom(cell) ?? Number.NaN)
      : Number.NaN;
}

function csvCells(content: string): unknown[][] {
  const lines = content.split(/\r?\n/);
  return new CsvRecords(findDelimiter(lines[0]!)).push(lines) as string[][];
}

function jsonCells(content: string, name: string): unknown[][] {
  try {
    const value: unknown = JSON.parse(content);
    if (Array.isArray(value) && value.length > 0 && value.every(Array.isArray)) return value;
  } catch {
    // Falls through to the same sentence.
  }
  throw new InputError(`cost matrix ${name}: expected a JSON list of lists of numbers.`);
}
