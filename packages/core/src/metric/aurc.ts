import { acceptedLoss } from './risk-coverage.js';

/**
 * Area under the risk–coverage curve: the mean over k = 1 … n of the mean loss among the k most
 * trusted rows. Low is good. The first few rows weigh heavily: each is a risk of its own.
 */
export function aurc(scores: ArrayLike<number>, losses: ArrayLike<number>): number {
  const sums = acceptedLoss(scores, losses);
  const n = scores.length;
  let area = 0;
  for (let k = 1; k <= n; k++) area += sums[k] / k / n;
  return area;
}
