/** How far a row of probabilities may be from summing to 1. */
export const SUM_TOLERANCE = 0.01;

/**
 * A sum of Float32 numbers this close to 1 is rounding: the row is left alone, so that a table written
 * and read again keeps its bytes. Files, arrays and single decisions draw this line at the same place.
 */
export const SUM_ROUNDING = 2 ** -22;

/** Three times 0.33 misses 0.99 by a hair, and the edge belongs to the inside. */
const HAIR = 1e-6;

/** Half of the last place of a number written with two decimals. */
const HALF_A_HUNDREDTH = 0.005;

/** The most that rounding to two decimals explains; where half of a row is gone, the row is. */
export function mostOff(classes: number): number {
  return Math.max(SUM_TOLERANCE, Math.min(HALF_A_HUNDREDTH * classes, 0.5)) + HAIR;
}

/**
 * Whether a row's sum is 1 within the tolerance, or within what rounding explains where every number
 * has at most two decimals: ten of them may be off by 0.05 together.
 */
export function isSoundSum(
  sum: number,
  row: ArrayLike<number>,
  start: number,
  classes: number,
): boolean {
  const off = Math.abs(sum - 1);
  if (off <= SUM_TOLERANCE + HAIR) return true;
  if (!(off <= mostOff(classes))) return false;
  let rounded = 0;
  for (let k = start; k < start + classes; k++) {
    const hundredths = 100 * row[k];
    if (Math.abs(hundredths - Math.round(hundredths)) > 1e-5) return false;
    // Up goes only what is not 0, down may go all.
    if (sum < 1 || row[k] > 0) rounded++;
  }
  return off <= HALF_A_HUNDREDTH * rounded + HAIR;
}

/** What a row of probabilities is divided by: its sum, where that is off but sound. */
export function scaleOf(
  sum: number,
  row: ArrayLike<number>,
  start: number,
  classes: number,
): number {
  return Math.abs(sum - 1) > SUM_ROUNDING && isSoundSum(sum, row, start, classes) ? sum : 1;
}

/** What may have happened to a row whose sum is not sound; `otherwise` where it is far from 1. */
export function sumHint(sum: number, otherwise: string): string {
  return Math.abs(sum - 1) <= 0.1
    ? 'Were they rounded? Give more decimals, or divide each row by its sum.'
    : otherwise;
}
