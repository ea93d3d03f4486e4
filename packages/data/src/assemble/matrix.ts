import { exp, isSoundSum, optionText, SUM_ROUNDING, SUM_TOLERANCE, sumHint } from '@cede/core';
import type { Matrix } from '../plan.js';
import type { Problems } from '../problems.js';
import type { Batch } from '../read/contract.js';
import { shown } from '../read/number.js';
import { gather } from './gather.js';
import { floats, Growing } from './growing.js';

/** How the numbers of a matrix are to be understood; `guess`: probabilities, or votes if whole numbers. */
export type Meaning = 'probabilities' | 'logits' | 'votes' | 'guess';

const logitsHint = () => `If these are logits, pass ${optionText('logits', 'true')}.`;
const PERCENT_HINT = 'These look like percentages: divide them by 100.';

/**
 * One number a class, collected row by row: checked, scaled to sum to one, or softmaxed, as the
 * rows arrive. Values are rounded to Float32 first and summed after, so that a file of doubles, of
 * floats and of their decimals all give the same bytes.
 */
export class MatrixColumn {
  /** Rows without any value: an expert who was not asked. */
  missing = 0;
  /** Rows whose sum was off by more than rounding of 4 decimals. */
  rescaled = 0;
  /** How far the worst of them was from 1. */
  furthest = 0;
  /** Rows of logits that would also do as probabilities. */
  alike = 0;
  readonly #values: Growing<Float32Array>;
  readonly #plan: Matrix;
  readonly #role: string;
  readonly #mayBeMissing: boolean;
  #meaning: Meaning;
  /** Whether every value so far was a whole number, as votes are. */
  #whole = true;
  /** Complaints that hold only if a guessed matrix holds probabilities after all. */
  #ifProbabilities: Problems | undefined;

  constructor(
    plan: Matrix,
    role: string,
    meaning: Meaning,
    expected: number,
    mayBeMissing: boolean,
  ) {
    this.#plan = plan;
    this.#role = role;
    this.#meaning = meaning;
    this.#mayBeMissing = mayBeMissing;
    this.#values = new Growing(floats, expected * plan.width);
  }

  add({ columns, rows, given }: Batch, firstRow: number, problems: Problems): void {
    const { wants, width } = this.#plan;
    const first = columns[wants[0]!];
    const isWhole = given && first instanceof Float32Array && first.length === rows * width;
    const isAdopted = isWhole && this.#values.adopt(first);
    const start = isAdopted ? 0 : this.#values.extend(rows * width);
    const values = this.#values.values;
    if (!isAdopted) gather(this.#plan, columns, rows, values, start);
    if (this.#meaning === 'logits') this.#softmax(values, start, rows, firstRow, problems);
    else this.#check(values, start, rows, firstRow, problems);
  }

  /** The finished values and what they turned out to be. */
  finish(problems: Problems): { values: Float32Array; votes: boolean } {
    const votes =
      this.#meaning === 'votes' ||
      (this.#meaning === 'guess' && this.#whole && this.#ifProbabilities !== undefined);
    if (this.#ifProbabilities && !votes) problems.take(this.#ifProbabilities);
    return { values: this.#values.trimmed(), votes };
  }

  #check(
    values: Float32Array,
    start: number,
    rows: number,
    firstRow: number,
    problems: Problems,
  ): void {
    const { width } = this.#plan;
    const votes = this.#meaning === 'votes';
    const guess = this.#meaning === 'guess';
    for (let row = 0, at = start; row < rows; row++, at += width) {
      let sum = 0;
      let sound = true;
      for (let k = 0; k < width; k++) {
        const value = values[at + k]!;
        sum += value;
        if (!(value >= 0)) sound = false;
      }
      if (!sound || !(sum < Infinity)) {
        this.#unsound(values, at, firstRow + row, problems);
        continue;
      }
      if (guess && this.#whole) this.#whole = isWhole(values, at, width);
      if (votes) {
        if (sum === 0) this.#notAsked(values, at, firstRow + row, problems);
        continue;
      }
      const off = Math.abs(sum - 1);
      if (off <= SUM_ROUNDING) continue;
      if (isSoundSum(sum, values, at, width)) {
        if (off > 1e-4) this.rescaled++;
        if (off > this.furthest) this.furthest = off;
        for (let k = 0; k < width; k++) values[at + k] = values[at + k]! / sum;
      } else this.#wrongSum(sum, values, at, firstRow + row, problems);
    }
  }

  #wrongSum(sum: number, values: Float32Array, at: number, row: number, problems: Problems): void {
    let into = problems;
    if (this.#meaning === 'guess') {
      this.#ifProbabilities ??= problems.fork();
      into = this.#ifProbabilities;
      if (sum === 0 && this.#whole) {
        this.missing++;
        for (let k = 0; k < this.#plan.width; k++) values[at + k] = 0;
      }
    }
    into.add(
      `sum:${this.#plan.glob}`,
      row,
      () => `${this.#role} probabilities sum to ${shown(sum)} (expected 1 ± ${SUM_TOLERANCE})`,
      hintFor(sum, values.subarray(at, at + this.#plan.width)),
    );
  }

  #notAsked(values: Float32Array, at: number, row: number, problems: Problems): void {
    const { width } = this.#plan;
    if (this.#mayBeMissing) {
      this.missing++;
      for (let k = 0; k < width; k++) values[at + k] = this.#meaning === 'votes' ? 0 : Number.NaN;
      return;
    }
    const what = this.#meaning === 'votes' ? 'votes sum to 0' : 'probabilities are missing';
    problems.add(`missing:${this.#plan.glob}`, row, () => `${this.#role} ${what}`);
  }

  /** A row with something that is no probability: nothing at all, a gap, an infinity or a negative. */
  #unsound(values: Float32Array, at: number, row: number, problems: Problems): void {
    const { width, glob } = this.#plan;
    let gaps = 0;
    for (let k = 0; k < width; k++) if (Number.isNaN(values[at + k]!)) gaps++;
    if (gaps === width) {
      this.#notAsked(values, at, row, problems);
      return;
    }
    const k = firstBad(values, at, width);
    const value = values[at + k]!;
    const name = this.#plan.names?.[k] ?? String(k);
    if (gaps > 0) {
      problems.add(
        `nan:${glob}`,
        row,
        () => `the ${this.#role} value of class ${name} is missing or not a number (NaN)`,
      );
    } else {
      const votes = this.#meaning === 'votes';
      problems.add(
        `negative:${glob}`,
        row,
        () =>
          `the ${this.#role} ${votes ? 'votes' : 'probability'} of class ${name} ${votes ? 'are' : 'is'} ${shown(value)} (expected ${votes ? 'a count' : '0 … 1'})`,
        votes ? '' : logitsHint(),
      );
    }
  }

  #softmax(
    values: Float32Array,
    start: number,
    rows: number,
    firstRow: number,
    problems: Problems,
  ): void {
    const { width, glob } = this.#plan;
    const powers = new Float64Array(width);
    for (let row = 0, at = start; row < rows; row++, at += width) {
      let highest = -Infinity;
      let lowest = Infinity;
      let plain = 0;
      let sound = true;
      for (let k = 0; k < width; k++) {
        const value = values[at + k]!;
        if (!(Math.abs(value) < Infinity)) sound = false;
        if (value > highest) highest = value;
        if (value < lowest) lowest = value;
        plain += value;
      }
      if (lowest >= 0 && isSoundSum(plain, values, at, width)) this.alike++;
      if (!sound) {
        if (values.subarray(at, at + width).every(Number.isNaN)) {
          this.#notAsked(values, at, firstRow + row, problems);
        } else {
          problems.add(
            `nan:${glob}`,
            firstRow + row,
            () => `a ${this.#role} logit is missing, NaN or infinite (expected a finite number)`,
          );
        }
        continue;
      }
      let sum = 0;
      for (let k = 0; k < width; k++) {
        powers[k] = exp(values[at + k]! - highest);
        sum += powers[k]!;
      }
      for (let k = 0; k < width; k++) values[at + k] = powers[k]! / sum;
    }
  }
}

/** What may have happened to a row with another sum than 1. */
function hintFor(sum: number, row: Float32Array): string {
  const share = row.map((value) => value / 100);
  return isSoundSum(sum / 100, share, 0, row.length) ? PERCENT_HINT : sumHint(sum, logitsHint());
}

function isWhole(values: Float32Array, at: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (values[at + k] !== Math.trunc(values[at + k]!)) return false;
  return true;
}

/** The first gap, or else the first value outside [0, ∞). */
function firstBad(values: Float32Array, at: number, width: number): number {
  const row = values.subarray(at, at + width);
  const gap = row.findIndex(Number.isNaN);
  return gap >= 0
    ? gap
    : Math.max(
        0,
        row.findIndex((value) => !(value >= 0 && value < Infinity)),
      );
}
