import {
  type Accepted,
  acceptedRows,
  type CoverageArea,
  meanOverCoverage,
} from './risk-coverage.js';

/**
 * Area under the generalised risk–coverage curve: at coverage k/n the risk is the loss of accepted
 * rows as a share of *all* rows (a silent failure happens), and the area is the trapezoid over
 * coverages 0, 1/n, …, 1. Low is good; every row weighs the same, or as its weight says.
 */
export const augrc: CoverageArea = (scores, losses, weight) =>
  augrcOf(acceptedRows(scores, losses, weight));

/** Area under the generalised risk-coverage curve, of rows already ranked. */
export const augrcOf = (accepted: Accepted): number =>
  meanOverCoverage(accepted, ({ losses }, k, all) => (losses[k] + losses[k - 1]) / 2 / all);
