import { isNumbers, type Numbers, type RawColumn } from '../read/contract.js';
import { isMissing, isPlainNumber, isTooLong } from '../read/number.js';
import { Growing, integers } from './growing.js';

const SMALL = 4096;

/**
 * Nearly all labels are small whole numbers seen before: a loop of their own, without a call. Returns
 * the first row of which that is not true.
 */
function codeSmall(
  column: Numbers,
  small: Int32Array,
  codes: Int32Array,
  start: number,
  from: number,
  rows: number,
): number {
  for (let row = from; row < rows; row++) {
    const value = column[row]!;
    const whole = value & (SMALL - 1);
    const known = small[whole]!;
    if (whole !== value || known < 0) return row;
    codes[start + row] = known;
  }
  return rows;
}

/**
 * A column of names kept as indices into the distinct ones, in order of appearance; −1 where
 * missing. A number is named by its decimal form, so that 3, "3" and "3.0" are one class and a
 * file may turn from numbers to text half-way.
 */
export class NamesColumn {
  readonly names: string[] = [];
  readonly #codes: Growing<Int32Array>;
  readonly #index = new Map<string, number>();
  readonly #small = new Int32Array(SMALL).fill(-1);
  readonly #numeric: boolean;

  /** `numeric` where text that is a number stands for that number (labels, not groups). */
  constructor(expected: number, numeric: boolean) {
    this.#codes = new Growing(integers, expected);
    this.#numeric = numeric;
  }

  add(column: RawColumn, rows: number): void {
    const start = this.#codes.extend(rows);
    const codes = this.#codes.values;
    if (isNumbers(column)) {
      for (let row = 0; row < rows; row++) {
        row = codeSmall(column, this.#small, codes, start, row, rows);
        if (row < rows) codes[start + row] = this.#codeOfNumber(column[row]!);
      }
    } else {
      for (let row = 0; row < rows; row++) codes[start + row] = this.#codeOfText(column[row]!);
    }
  }

  get codes(): Int32Array {
    return this.#codes.trimmed();
  }

  /** Names that are words for "missing", with the number of rows that have each. */
  missingWords(): { readonly word: string; readonly rows: number }[] {
    return this.names.flatMap((word, code) => {
      if (!isMissing(word)) return [];
      return [{ word, rows: this.codes.reduce((sum, each) => sum + (each === code ? 1 : 0), 0) }];
    });
  }

  #codeOfNumber(value: number): number {
    if (value >= 0 && value < SMALL && value === Math.trunc(value)) {
      const known = this.#small[value]!;
      if (known >= 0) return known;
      const code = this.#code(String(value));
      this.#small[value] = code;
      return code;
    }
    return Number.isNaN(value) ? -1 : this.#code(String(value));
  }

  #codeOfText(text: string | null): number {
    if (text === null) return -1;
    const known = this.#index.get(text);
    if (known !== undefined) return known;
    const trimmed = text.trim();
    const value = this.#numeric && isPlainNumber(trimmed) ? Number(trimmed) : Number.NaN;
    return this.#code(Number.isNaN(value) || isTooLong(value) ? trimmed : String(value));
  }

  #code(name: string): number {
    let code = this.#index.get(name);
    if (code === undefined) {
      code = this.names.push(name) - 1;
      this.#index.set(name, code);
    }
    return code;
  }
}
