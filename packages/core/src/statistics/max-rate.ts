import { binomialAtMost } from './binomial.js';
import { midway } from './grid.js';

/**
 * The largest threshold whose rate is at most `maxRate` with confidence 1 − δ: needs scores only.
 * Let k be the largest number with P(Bin(n, r) ≤ k − 1) ≤ δ. The k-th smallest calibration score is
 * then below the true r-quantile with confidence 1 − δ; the threshold lies between it and the next
 * distinct score below. k = 0, or no score below: hand over nothing.
 */
export function maxRateThreshold(
  scores: ArrayLike<number>,
  maxRate: number,
  delta: number,
): number {
  if (maxRate >= 1) return Infinity;
  const n = scores.length;
  const sorted = Float64Array.from(scores).sort();
  let low = 0; // the condition holds at low (k = 0 always), and falls off once
  let high = n;
  while (low < high) {
    const k = Math.ceil((low + high) / 2);
    if (binomialAtMost(k - 1, n, maxRate) <= delta) low = k;
    else high = k - 1;
  }
  if (low === 0) return -Infinity;
  const above = sorted[low - 1];
  let place = low - 2;
  while (place >= 0 && sorted[place] === above) place--;
  return place < 0 ? -Infinity : midway(sorted[place], above);
}
