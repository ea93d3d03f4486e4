import { isNumbers, type RawColumn } from '../read/contract.js';
import { isPlainNumber } from '../read/number.js';
import { Growing, integers } from './growing.js';

const SMALL = 4096;

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
      const small = this.#small;
      for (let row = 0; row < rows; row++) {
        const value = column[row]!;
        // Nearly all labels are small whole numbers seen before: one look, no call.
        const whole = value & (SMALL - 1);
        const known = whole === value ? small[whole]! : -1;
        codes[start + row] = known >= 0 ? known : this.#codeOfNumber(value);
      }
    } else {
      for (let row = 0; row < rows; row++) codes[start + row] = this.#codeOfText(column[row]!);
    }
  }

  get codes(): Int32Array {
    return this.#codes.trimmed();
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
    return this.#code(this.#numeric && isPlainNumber(trimmed) ? String(Number(trimmed)) : trimmed);
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
