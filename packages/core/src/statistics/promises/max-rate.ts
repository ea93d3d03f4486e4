import { lowerMeanFixed, meanAbove } from '../betting.js';
import { binomialAtLeast, binomialAtMost, upperProportion } from '../binomial.js';
import { claimOf, contributions, outcomeAt, rowCount, sum } from '../certifying-rows.js';
import { chanceToPass } from '../predictive.js';
import { rowsForShare } from '../rows-to-certify.js';
import type { PromiseKind } from './contract.js';

/** Of all cases, at most this share is handed over. Needs no labels. */
export const maxRate: PromiseKind = {
  name: 'maxRate',
  direction: 'at most',
  range: [1e-9, 1],
  whyNot: () => undefined,
  test(rows, threshold, bound, delta, seed) {
    const { deferred } = contributions(rows, threshold);
    const kept = deferred.map((each) => -each);
    return rows.weight || rows.clusters
      ? meanAbove({ ...claimOf(rows, kept, -1), seed }, -bound, delta)
      : binomialAtMost(sum(deferred), rowCount(rows), bound);
  },
  brokenTest(rows, threshold, bound, delta) {
    if (bound >= 1) return 1;
    const { deferred } = contributions(rows, threshold);
    return rows.weight || rows.clusters
      ? meanAbove({ ...claimOf(rows, deferred, 0), seed: 0 }, bound, delta)
      : binomialAtLeast(sum(deferred), rowCount(rows), bound);
  },
  boundAt(rows, threshold, delta) {
    const { deferred } = contributions(rows, threshold);
    const kept = deferred.map((each) => -each);
    return rows.weight || rows.clusters
      ? -lowerMeanFixed(claimOf(rows, kept, -1), delta, 0)
      : upperProportion(sum(deferred), rowCount(rows), delta);
  },
  estimate: (rows, threshold) => outcomeAt(rows, threshold).rate,
  rowsNeeded: (rows, threshold, bound, delta) =>
    rowsForShare(outcomeAt(rows, threshold).rate, bound, delta),
  chance: ({ rate }, bound, rows, delta) =>
    chanceToPass(binomialAtMost(Math.round(rows * rate), rows, bound), delta),
};
