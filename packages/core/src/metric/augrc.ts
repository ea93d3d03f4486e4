import { acceptedRows } from './risk-coverage.js';

/**
 * Area under the generalised risk–coverage curve: at coverage k/n the risk is the loss of accepted
 * rows as a share of *all* rows (a silent failure happens), and the area is the trapezoid over
 * coverages 0, 1/n, …, 1. Low is good; every row weighs the same, or as its weight says.
 */
export function augrc(
  scores: ArrayLike<number>,
  losses: ArrayLike<number>,
  weight?: ArrayLike<number>,
): number {
  const accepted = acceptedRows(scores, losses, weight);
  const n = scores.length;
  const all = accepted.weights[n];
  let area = 0;
  for (let k = 1; k <= n; k++) {
    const step = accepted.weights[k] - accepted.weights[k - 1];
    area += ((accepted.losses[k] + accepted.losses[k - 1]) / 2 / all / all) * step;
  }
  return area;
}
