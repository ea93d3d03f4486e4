import type { Answers } from '../answers.js';

/** Somebody's rows counted once, for all checks that ask how right they were. */
export interface Tally {
  /** Rows with an answer. */
  readonly known: number;
  /** The mean of how right those were. */
  readonly mean: number;
  /** For each true class its rows, and the sum of how right they were; where there is a label. */
  readonly rows?: ArrayLike<number>;
  readonly right?: ArrayLike<number>;
}

/**
 * Answers against labels; −1 is no answer, or no label. This runs over every row of a table that
 * was read at the speed of its bytes: place 0 takes what is missing, so that nothing branches.
 */
export function tallyAnswers(answers: Answers, label: Int32Array, classes: number): Tally {
  const rows = new Uint32Array(classes + 1);
  const right = new Uint32Array(classes + 1);
  let missing = 0;
  for (let row = 0; row < label.length; row++) {
    const answer = answers[row]!;
    const truth = label[row]!;
    missing -= answer >> 31;
    rows[truth + 1]!++;
    const apart = answer ^ truth;
    right[truth + 1]! += (~apart & (apart - 1)) >>> 31; // 1 where they are the same
  }
  right[0] = 0;
  const known = label.length - missing;
  let sum = 0;
  for (const count of right) sum += count;
  return { known, mean: sum / known, rows: rows.subarray(1), right: right.subarray(1) };
}

/** How right each row was, told in numbers; NaN where there is no answer. */
export function tallyRight(values: Float32Array, label?: Int32Array, classes = 0): Tally {
  const rows = new Float64Array(classes + 1);
  const right = new Float64Array(classes + 1);
  let sum = 0;
  let known = 0;
  // By index: iterating a typed array costs several times as much.
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    const truth = label ? label[row]! + 1 : 0;
    rows[truth]!++;
    if (Number.isNaN(value)) continue;
    right[truth]! += value;
    sum += value;
    known++;
  }
  const mean = sum / known;
  return label
    ? { known, mean, rows: rows.subarray(1), right: right.subarray(1) }
    : { known, mean };
}
