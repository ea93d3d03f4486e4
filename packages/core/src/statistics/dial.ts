/**
 * The dial: whoever turns the threshold again and again on the same rows tests many times. So every
 * grid point gets its bounds at δ over the size of the grid; each kind of bound then holds at all
 * points at once, and any setting shown on the dial is covered.
 */
import { type Grid, type StoredThreshold, thresholdValue } from './grid.js';
import { type CertifyingRows, outcomeAt, prepareRows } from './promise.js';
import { boundsAt } from './shortfall.js';

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
}

export interface Dial {
  readonly confidence: number;
  readonly rows: number;
  /** In the grid's order: falling rates. */
  readonly points: readonly DialPoint[];
}

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
