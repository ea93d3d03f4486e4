import { acceptedLoss } from './risk-coverage.js';

/**
 * Area under the generalised risk–coverage curve: at coverage k/n the risk is the loss of accepted
 * rows as a share of *all* rows (a silent failure happens), and the area is the trapezoid over
 * coverages 0, 1/n, …, 1. Low is good; every row weighs the same.
 */
export function augrc(scores: ArrayLike<number>, losses: ArrayLike<number>): number {
  const sums = acceptedLoss(scores, losses);
  const n = scores.length;
  let area = 0;
  for (let k = 1; k <= n; k++) area += (sums[k] + sums[k - 1]) / 2 / n / n;
  return area;
}
