/**
 * The dial: whoever turns the threshold again and again on the same rows tests many times. So every
 * grid point gets its bounds at δ over the size of the grid; each kind of bound then holds at all
 * points at once, and any setting shown on the dial is covered.
 */
import type { Grid } from './grid.js';
import { type CertifyingRows, outcomeAt, prepareRows } from './promise.js';
import { boundsAt } from './shortfall.js';
import { type StoredThreshold, thresholdValue } from './stored-threshold.js';

/** One threshold of a grid with its estimates and bounds. */
export interface DialPoint {
  readonly threshold: StoredThreshold;
  /** Point estimates on the certifying rows. */
  readonly rate: number;
  readonly error: number;
  readonly gain: number;
  /** Hold at all points of the dial at once. */
  readonly rateAtMost: number;
  readonly errorAtMost: number;
  readonly gainAtLeast: number;
  /** Mean cost of answers, where they have one. */
  readonly spent?: number;
  readonly spentAtMost?: number;
}

/** Bounds that hold at all thresholds of a grid together. */
export interface Dial {
  readonly confidence: number;
  readonly rows: number;
  /** In the grid's order: falling rates. */
  readonly points: readonly DialPoint[];
}

/** Bounds on error, rate and gain that hold at all thresholds of a grid together. */
export function dialBounds(grid: Grid, certifyingRows: CertifyingRows, confidence = 0.95): Dial {
  const rows = prepareRows(certifyingRows);
  const delta = (1 - confidence) / grid.thresholds.length;
  const points = grid.thresholds.map((threshold): DialPoint => {
    const value = thresholdValue(threshold);
    const all = { maxError: 1, maxRate: 1, minGain: 1 };
    const bounds = boundsAt(rows, value, delta, all);
    return {
      threshold,
      ...outcomeAt(rows, value),
      rateAtMost: bounds.maxRate!,
      errorAtMost: bounds.maxError!,
      // Handing nothing over changes nothing, by definition and not by estimation.
      gainAtLeast: threshold === '-inf' ? 0 : bounds.minGain!,
    };
  });
  return { confidence, rows: rows.model.length, points };
}

/**
 * What answers cost at every point of the dial, with a bound that holds at all of them at once.
 * Rows carry 1 − cost / largest as their value; `startsFree` where the model's answers cost nothing
 * by definition.
 */
export function dialSpending(
  grid: Grid,
  certifyingRows: CertifyingRows,
  { largest, startsFree, confidence = 0.95 }: SpendingOptions,
): { readonly spent: number; readonly spentAtMost: number }[] {
  const rows = prepareRows(certifyingRows);
  const delta = (1 - confidence) / grid.thresholds.length;
  return grid.thresholds.map((threshold) => {
    const value = thresholdValue(threshold);
    const free = startsFree && value === -Infinity;
    return {
      spent: largest * outcomeAt(rows, value).error,
      spentAtMost: free ? 0 : largest * boundsAt(rows, value, delta, { maxError: 1 }).maxError!,
    };
  });
}

export interface SpendingOptions {
  readonly largest: number;
  readonly startsFree: boolean;
  readonly confidence?: number;
}
