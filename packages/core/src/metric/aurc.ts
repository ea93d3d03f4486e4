import { type CoverageArea, meanOverCoverage } from './risk-coverage.js';

/**
 * Area under the risk–coverage curve: the mean over k = 1 … n of the mean loss among the k most
 * trusted rows. Low is good. The first few rows weigh heavily: each is a risk of its own. With
 * weights, both means are weighted.
 */
export const aurc: CoverageArea = (scores, losses, weight) =>
  meanOverCoverage(
    scores,
    losses,
    weight,
    (accepted, k) => accepted.losses[k] / accepted.weights[k],
  );
