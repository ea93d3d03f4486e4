import { InputError, insist } from '../error.js';
import { isSoundSum, SUM_TOLERANCE, sumHint } from './sums.js';

export const LOGITS_HINT = 'If these are logits, turn them into probabilities first.';

// Arrays of a table: of the right length, and every value what its column may hold.

/** Refuses rows that are not probabilities, naming the first of them. */
export function validateProbabilities(
  p: ArrayLike<number>,
  rows: number,
  classes: number,
  what: string,
  /** A row of NaN alone: an expert who was not asked. */
  mayMiss = false,
): void {
  insist(
    p.length === rows * classes,
    () =>
      `${what} probabilities: ${p.length} numbers (expected ${rows} rows × ${classes} classes = ${rows * classes}).`,
  );
  for (let row = 0; row < rows; row++) {
    if (mayMiss && isMissing(p, row * classes, classes)) continue;
    let sum = 0;
    for (let c = 0; c < classes; c++) {
      const value = p[row * classes + c];
      sum += value;
      if (value < 0)
        throw new InputError(
          `row ${row + 1}: ${what} probability of class ${c} is ${value} (expected 0 … 1). ${LOGITS_HINT}`,
          'row-invalid',
          { row: row + 1 },
        );
    }
    if (!isSoundSum(sum, p, row * classes, classes)) {
      throw new InputError(
        `row ${row + 1}: ${what} probabilities sum to ${Number.isNaN(sum) ? 'NaN' : +sum.toPrecision(6)} (expected 1 ± ${SUM_TOLERANCE}). ${sumHint(sum, LOGITS_HINT)}`,
        'row-invalid',
        { row: row + 1 },
      );
    }
  }
}

function isMissing(p: ArrayLike<number>, offset: number, classes: number): boolean {
  for (let c = 0; c < classes; c++) if (!Number.isNaN(p[offset + c])) return false;
  return true;
}

export function validateLabels(
  labels: Int32Array,
  rows: number,
  classes: number,
  what: string,
  least: number,
): void {
  insist(labels.length === rows, () => `${what}: ${labels.length} labels for ${rows} rows.`);
  for (let i = 0; i < rows; i++) {
    if (!(labels[i] >= least && labels[i] < classes)) {
      throw new InputError(
        `row ${i + 1}: ${what} is ${labels[i]} (expected a class from 0 to ${classes - 1}).`,
        'row-invalid',
        { row: i + 1 },
      );
    }
  }
}

export function validateCounts(
  votes: Float32Array,
  rows: number,
  classes: number,
  what: string,
  mayMiss = false,
): void {
  insist(
    votes.length === rows * classes,
    () => `${what}: ${votes.length} counts (expected ${rows} rows × ${classes} classes).`,
  );
  for (let row = 0; row < rows; row++) {
    let total = 0;
    for (let c = 0; c < classes; c++) {
      const count = votes[row * classes + c];
      if (!(count >= 0 && count < Infinity))
        throw new InputError(
          `row ${row + 1}: ${what} has ${count} votes for class ${c} (expected a count ≥ 0).`,
          'row-invalid',
          { row: row + 1 },
        );
      total += count;
    }
    if (!(total > 0 || mayMiss))
      throw new InputError(
        `row ${row + 1}: ${what} has no votes. Drop the row or give at least one vote.`,
        'row-invalid',
        { row: row + 1 },
      );
  }
}

export function validateNumbers(
  values: ArrayLike<number>,
  rows: number,
  what: string,
  least: number,
  most: number,
  mayMiss = false,
): void {
  insist(values.length === rows, () => `${what}: ${values.length} numbers for ${rows} rows.`);
  for (let i = 0; i < rows; i++) {
    const value = values[i];
    if (mayMiss && Number.isNaN(value)) continue;
    if (!(value >= least && value <= most && Math.abs(value) < Infinity)) {
      throw new InputError(
        `row ${i + 1}: ${what} is ${value} (expected a finite number${least > -Infinity ? ` from ${least}` : ''}${most < Infinity ? ` to ${most}` : ''}).`,
        'row-invalid',
        { row: i + 1 },
      );
    }
  }
}
