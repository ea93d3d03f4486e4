/**
 * How large a number can get, known before the rows that are tested. A bound looked up in those very
 * rows breaks the promise where it matters: a cost of 500 with probability 0.002 that the rows happen
 * not to hold.
 */
import { insist } from '../error.js';

/** How large a number can get, and who says so. */
export interface Range {
  readonly largest: number;
  /**
   * `declared`: nothing is larger, by definition or by the user's word; a row above is an error.
   * `fitting`: the largest among the rows that fitted the scorer. Numbers count up to it, and how
   * often they lie above is bounded beside the promise.
   */
  readonly by: 'declared' | 'fitting';
}

/** Columns hold 32-bit numbers: what a file calls 0.003 is 0.00300000003 there, and no larger for it. */
export const ROUNDED = 1 + 1e-7;

/** The numbers up to the range; which of them were above it. */
export function withinRange(
  values: ArrayLike<number>,
  { largest, by }: Range,
  what: string,
): { readonly values: Float64Array; readonly above: Uint8Array } {
  insist(
    largest > 0 && largest < Infinity,
    () => `${what}: found the largest value ${largest}, expected a number above 0.`,
  );
  const above = Uint8Array.from(values, (value) => (value > largest * ROUNDED ? 1 : 0));
  const first = above.indexOf(1);
  insist(
    by === 'fitting' || first < 0,
    () =>
      `${what}, row ${first + 1}: found ${+values[first].toPrecision(7)}, above the largest declared (${largest}). Declare a larger one.`,
  );
  return { values: Float64Array.from(values, (value) => Math.min(value, largest)), above };
}

/** What part of δ goes to the promise itself where numbers are cut off, and what to how often. */
export const SHARE_OF_PROMISE = 0.9;
