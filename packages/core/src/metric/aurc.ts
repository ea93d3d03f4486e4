import { acceptedRows } from './risk-coverage.js';

/**
 * Area under the risk–coverage curve: the mean over k = 1 … n of the mean loss among the k most
 * trusted rows. Low is good. The first few rows weigh heavily: each is a risk of its own. With
 * weights, both means are weighted.
 */
export function aurc(
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
    if (step > 0) area += (accepted.losses[k] / accepted.weights[k] / all) * step;
  }
  return area;
}
