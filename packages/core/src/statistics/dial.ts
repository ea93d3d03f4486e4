/**
 * The dial: whoever turns the threshold again and again on the same rows tests many times. So every
 * grid point gets its bounds at δ over the size of the grid; each kind of bound then holds at all
 * points at once, and any setting shown on the dial is covered.
 */

import {
  type CertifyingRows,
  outcomeAt,
  type PreparedRows,
  prepareRows,
  rowCount,
} from './certifying-rows.js';
import type { Grid } from './grid.js';
import { maxKeptError } from './promises/max-kept-error.js';
import { boundsAt } from './promises/registry.js';
import { SHARE_OF_PROMISE } from './range.js';
import { shareAbove } from './share-above.js';
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
  /** Of the rows that the model keeps, the share that is wrong; absent where costs are counted, 0 where none is kept. */
  readonly keptError?: number;
  readonly keptErrorAtMost?: number;
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
  /** Where costs or weights count up to the largest among the fitting rows: how often they lie above, at most. */
  readonly shareAbove?: number;
}

/** Bounds on error, rate and gain that hold at all thresholds of a grid together. */
export function dialBounds(grid: Grid, certifyingRows: CertifyingRows, confidence = 0.95): Dial {
  const rows = prepareRows(certifyingRows);
  const delta = eachDelta(rows, grid, confidence);
  const points = grid.thresholds.map((threshold): DialPoint => {
    const value = thresholdValue(threshold);
    const kept = !rows.valuesAreCosts && { maxKeptError: 1 };
    const bounds = boundsAt(rows, value, delta, { maxError: 1, maxRate: 1, minGain: 1, ...kept });
    return {
      threshold,
      ...outcomeAt(rows, value),
      rateAtMost: bounds.maxRate!,
      errorAtMost: bounds.maxError!,
      // Handing nothing over changes nothing, by definition and not by estimation.
      gainAtLeast: threshold === '-inf' ? 0 : bounds.minGain!,
      ...(kept && {
        keptError: maxKeptError.estimate(rows, value),
        keptErrorAtMost: bounds.maxKeptError!,
      }),
    };
  });
  return {
    confidence,
    rows: rowCount(rows),
    points,
    ...(rows.above && { shareAbove: shareAbove(rows, (1 - SHARE_OF_PROMISE) * (1 - confidence)) }),
  };
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
  const delta = eachDelta(rows, grid, confidence);
  return grid.thresholds.map((threshold) => {
    const value = thresholdValue(threshold);
    const free = startsFree && value === -Infinity;
    return {
      spent: largest * outcomeAt(rows, value).error,
      spentAtMost: free ? 0 : largest * boundsAt(rows, value, delta, { maxError: 1 }).maxError!,
    };
  });
}

/** δ over the size of the grid; a tenth is kept back where it also bounds what lies above the range. */
const eachDelta = (rows: PreparedRows, { thresholds }: Grid, confidence: number) =>
  ((rows.above ? SHARE_OF_PROMISE : 1) * (1 - confidence)) / thresholds.length;

export interface SpendingOptions {
  readonly largest: number;
  readonly startsFree: boolean;
  readonly confidence?: number;
}
