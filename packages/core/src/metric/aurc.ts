import {
  type Accepted,
  acceptedRows,
  type CoverageArea,
  meanOverCoverage,
} from './risk-coverage.js';

/**
 * Area under the risk–coverage curve: the mean over k = 1 … n of the mean loss among the k most
 * trusted rows. Low is good. The first few rows weigh heavily: each is a risk of its own. With
 * weights, both means are weighted.
 */
export const aurc: CoverageArea = (scores, losses, weight) =>
  aurcOf(acceptedRows(scores, losses, weight));

/** Area under the risk-coverage curve, of rows already ranked. */
export const aurcOf = (accepted: Accepted): number =>
  meanOverCoverage(accepted, ({ losses, weights }, k) => losses[k] / weights[k]);
