import type { Matrix } from '../plan.js';
import { isNumbers, type Numbers, type RawColumn } from '../read/contract.js';

/** Column by column into row by row, unless the reader has done so. */
export function gather(
  plan: Matrix,
  columns: readonly RawColumn[],
  rows: number,
  values: Float32Array,
  start: number,
): void {
  const { wants, width } = plan;
  const first = numbersOf(columns[wants[0]!]!);
  if (first.length === rows * width) {
    values.set(first, start);
    return;
  }
  for (let k = 0; k < width; k++) {
    const column = numbersOf(columns[wants[k]!]!);
    for (let row = 0, at = start + k; row < rows; row++, at += width) values[at] = column[row]!;
  }
}

function numbersOf(column: RawColumn): Numbers {
  if (!isNumbers(column)) throw new TypeError('a reader gave text for a column of numbers');
  return column;
}
