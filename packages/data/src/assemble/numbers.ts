import type { Problems } from '../problems.js';
import { isNumbers, type RawColumn } from '../read/contract.js';
import { numberFrom, shown } from '../read/number.js';
import { doubles, floats, Growing } from './growing.js';

/** What a column of plain numbers may hold. */
export interface Range {
  readonly accepts: (value: number) => boolean;
  /** "a number ≥ 0" */
  readonly expected: string;
  readonly mayBeMissing?: boolean;
}

export const FINITE: Range = { accepts: Number.isFinite, expected: 'a finite number' };
export const NOT_NEGATIVE: Range = {
  accepts: (value) => value >= 0 && value < Infinity,
  expected: 'a number ≥ 0',
};
export const SHARE: Range = { accepts: (value) => value >= 0 && value <= 1, expected: '0 … 1' };
export const CHANCE: Range = {
  accepts: (value) => value > 0 && value <= 1,
  expected: 'more than 0 and at most 1',
};

/** A column of plain numbers: costs, weights, features. */
export class NumbersColumn {
  readonly #values: Growing<Float32Array>;
  readonly #name: string;
  readonly #range: Range;

  constructor(name: string, range: Range, expected: number) {
    this.#name = name;
    this.#range = range;
    this.#values = new Growing(floats, expected);
  }

  add(column: RawColumn, rows: number, firstRow: number, problems: Problems): void {
    if (!isNumbers(column)) throw new TypeError('a reader gave text for a column of numbers');
    const start = this.#values.extend(rows);
    this.#values.values.set(column, start);
    const { accepts, expected, mayBeMissing } = this.#range;
    for (let row = 0; row < rows; row++) {
      const value = column[row]!;
      // As it is kept: a double may be too large for that.
      const kept = this.#values.values[start + row]!;
      if (accepts(kept) || (mayBeMissing && Number.isNaN(kept))) continue;
      problems.add(`range:${this.#name}`, firstRow + row, () =>
        Number.isNaN(value)
          ? `column "${this.#name}" is empty or NaN (expected ${expected})`
          : `column "${this.#name}" is ${shown(value)} (expected ${expected})`,
      );
    }
  }

  finish(): Float32Array {
    return this.#values.trimmed();
  }
}

/** When a row happened: numbers as they are, ISO dates as milliseconds since 1970 (UTC unless they say). */
export class TimeColumn {
  readonly #values: Growing<Float64Array>;

  constructor(expected: number) {
    this.#values = new Growing(doubles, expected);
  }

  add(column: RawColumn, rows: number, firstRow: number, problems: Problems): void {
    const start = this.#values.extend(rows);
    for (let row = 0; row < rows; row++) {
      const found = column[row]!;
      const value = typeof found === 'number' ? found : timeFrom(found);
      this.#values.values[start + row] = value;
      if (!Number.isFinite(value)) {
        problems.add(
          'time',
          firstRow + row,
          () =>
            `the time is ${found === null || Number.isNaN(found) ? 'empty' : shown(found)} (expected a number or an ISO date such as 2026-01-31T12:00:00Z)`,
        );
      }
    }
  }

  finish(): Float64Array {
    return this.#values.trimmed();
  }
}

function timeFrom(text: string | null): number {
  if (text === null) return Number.NaN;
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/.exec(
      text.trim(),
    );
  if (!parts) return numberFrom(text) ?? Number.NaN;
  return Date.parse(`${parts[1]}T${parts[2] ?? '00:00'}${parts[3] ?? 'Z'}`);
}
