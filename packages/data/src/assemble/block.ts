import { type Block, count, InputError, WIDEST_BLOCK } from '@cede/core';
import type { Problems } from '../problems.js';
import { isNumbers, type RawColumn } from '../read/contract.js';
import { floats, Growing } from './growing.js';

/** A list of numbers in every row, kept as one block. Gaps are refused: nobody knows what to fill in. */
export class BlockColumn {
  readonly #values: Growing<Float32Array>;
  readonly #name: string;
  readonly #width: number;

  constructor(name: string, width: number, expected: number) {
    if (width > WIDEST_BLOCK)
      throw new InputError(
        `feature "${name}": ${count(width)} numbers a row (at most ${count(WIDEST_BLOCK)} are taken).`,
        'column-unusable',
        { role: 'features', columns: [name] },
      );
    this.#name = name;
    this.#width = width;
    this.#values = new Growing(floats, expected * width);
  }

  add(column: RawColumn, rows: number, firstRow: number, problems: Problems): void {
    if (!isNumbers(column)) throw new TypeError('a reader gave text for a list of numbers');
    const width = this.#width;
    const start = this.#values.extend(rows * width);
    this.#values.values.set(column, start);
    const kept = this.#values.values;
    for (let row = 0, at = start; row < rows; row++, at += width) {
      let place = 0;
      while (place < width && Math.abs(kept[at + place]!) < Number.POSITIVE_INFINITY) place++;
      if (place < width)
        problems.add(
          `range:${this.#name}`,
          firstRow + row,
          () =>
            `number ${place + 1} of "${this.#name}" is missing or not finite (expected ${count(width)} finite numbers)`,
        );
    }
  }

  finish(): Block {
    return { name: this.#name, width: this.#width, values: this.#values.trimmed() };
  }
}
