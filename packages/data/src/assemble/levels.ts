import { LevelCollector } from '@cede/core';
import { isNumbers, type RawColumn } from '../read/contract.js';
import { floats, Growing } from './growing.js';

/** A categorical feature: places among its levels, which come in order of appearance. */
export class LevelsColumn {
  readonly #codes: Growing<Float32Array>;
  readonly #levels = new LevelCollector();

  constructor(expected: number) {
    this.#codes = new Growing(floats, expected);
  }

  add(column: RawColumn, rows: number): void {
    const start = this.#codes.extend(rows);
    const codes = this.#codes.values;
    if (isNumbers(column)) throw new TypeError('a reader gave numbers for a column of text');
    for (let row = 0; row < rows; row++) codes[start + row] = this.#levels.place(column[row]);
  }

  finish(): { values: Float32Array; levels: readonly string[] } {
    return { values: this.#codes.trimmed(), levels: this.#levels.names };
  }
}
