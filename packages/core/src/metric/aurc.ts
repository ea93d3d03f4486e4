import { acceptedLoss, weightedLoss } from './risk-coverage.js';

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
  const sums = acceptedLoss(scores, weightedLoss(losses, weight));
  const accepted = weight && acceptedLoss(scores, weight);
  const n = scores.length;
  let area = 0;
  if (!accepted) for (let k = 1; k <= n; k++) area += sums[k] / k / n;
  else
    for (let k = 1; k <= n; k++) {
      const step = accepted[k] - accepted[k - 1];
      if (step > 0) area += (sums[k] / accepted[k] / accepted[n]) * step;
    }
  return area;
}
