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
  /** Where single answers were counted, and classes are not too many. */
  readonly pairs?: Pairs;
}

/** How often each answer met each label: in the even rows, and in the odd ones. */
export interface Pairs {
  /** Classes, and a place 0 for what is missing. */
  readonly width: number;
  /** A count at label × width + answer, both from 1. */
  readonly halves: readonly [Int32Array, Int32Array];
}

/** Up to this many classes each pair of truth and answer has a counter of its own, all near each other. */
const MOST_PAIRED = 255;

/**
 * Answers against labels; −1 is no answer, or no label. This runs over every row of a table that
 * was read at the speed of its bytes, so nothing branches: what is missing is counted in place 0.
 */
export function countPairs(answers: Answers, label: Int32Array, classes: number): Pairs {
  const width = classes + 1;
  const even = new Int32Array(width * width);
  const odd = new Int32Array(width * width);
  const last = label.length - 1;
  for (let row = 0; row < last; row += 2) {
    even[(label[row]! + 1) * width + answers[row]! + 1]!++;
    odd[(label[row + 1]! + 1) * width + answers[row + 1]! + 1]!++;
  }
  if (last % 2 === 0) even[(label[last]! + 1) * width + answers[last]! + 1]!++;
  return { width, halves: [even, odd] };
}

export function tallyAnswers(answers: Answers, label: Int32Array, classes: number): Tally {
  const width = classes + 1;
  const rows = new Float64Array(width);
  const right = new Float64Array(width);
  const pairs = classes <= MOST_PAIRED ? countPairs(answers, label, classes) : undefined;
  let missing = 0;
  if (pairs)
    for (const half of pairs.halves) {
      for (let at = 0; at < half.length; at++) rows[Math.floor(at / width)]! += half[at]!;
      for (let k = 0; k < width; k++) right[k]! += half[k * width + k]!;
      for (let k = 0; k < width; k++) missing += half[k * width]!;
    }
  else
    for (let row = 0; row < label.length; row++) {
      rows[label[row]! + 1]!++;
      if (answers[row] === label[row]) right[label[row]! + 1]!++;
      if (answers[row]! < 0) missing++;
    }
  right[0] = 0;
  const known = label.length - missing;
  const sum = right.reduce((total, count) => total + count, 0);
  return {
    known,
    mean: sum / known,
    rows: rows.subarray(1),
    right: right.subarray(1),
    ...(pairs && { pairs }),
  };
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
