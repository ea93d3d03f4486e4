/** Promises that a mean over all rows stays below a bound: errors, costs, costs of answers. */
import { lowerMeanFixed, type MeanClaim, meanAbove } from '../betting.js';
import { binomialAtLeast, binomialAtMost, upperProportion } from '../binomial.js';
import {
  claimOf,
  contributions,
  fillsOf,
  leastFilled,
  mostFilled,
  outcomeAt,
  type PreparedRows,
  type PreparedValues,
  rowCount,
  sum,
} from '../certifying-rows.js';
import { chanceToPass } from '../predictive.js';
import { rowsForShare } from '../rows-to-certify.js';
import type { GridEstimate, PromiseKind } from './contract.js';

export interface MeanAtMost extends Pick<PromiseKind, 'name' | 'range'> {
  readonly valuesOf: (rows: PreparedRows) => PreparedValues | undefined;
  readonly whyMissing: string;
  /** Told of every row, whether anybody answered it or not. */
  readonly known?: boolean;
  /** The estimated mean as a share of the largest. */
  readonly estimated: (estimate: GridEstimate) => { mean?: number; largest?: number };
}

export function meanAtMost({
  name,
  range,
  valuesOf,
  whyMissing,
  known = false,
  estimated,
}: MeanAtMost): PromiseKind {
  const told = (rows: PreparedRows) => (known ? { ...rows, inverse: undefined } : rows);
  const rightAt = (rows: PreparedRows, threshold: number, fill?: number) => {
    const values = valuesOf(rows)!;
    return { values, right: contributions(rows, threshold, values, fill).right };
  };
  const claims = (
    rows: PreparedRows,
    threshold: number,
    claim: (right: Float64Array, fill: number) => MeanClaim,
  ) => fillsOf(rows).map((fill) => claim(rightAt(rows, threshold, fill).right, fill));
  return {
    name,
    direction: 'at most',
    range,
    whyNot: (rows) => (valuesOf(rows) ? undefined : whyMissing),
    test(given, threshold, bound, delta, seed) {
      const rows = told(given);
      const { values, right } = rightAt(rows, threshold);
      const n = rowCount(rows);
      const share = bound / values.scale;
      if (share >= 1) return 0;
      return values.exact
        ? binomialAtMost(n - sum(right), n, share)
        : meanAbove(
            claims(rows, threshold, (filled, fill) => ({
              ...claimOf(rows, filled, leastFilled(rows, fill)),
              seed,
            })),
            1 - share,
            delta,
          );
    },
    brokenTest(given, threshold, bound, delta) {
      const rows = told(given);
      const { values, right } = rightAt(rows, threshold);
      const n = rowCount(rows);
      const share = bound / values.scale;
      if (share >= 1) return 1;
      if (values.exact) return binomialAtLeast(n - sum(right), n, share);
      const mirrored = claims(rows, threshold, (filled, fill) => {
        const negative = filled.map((value) => -value);
        return { ...claimOf(rows, negative, -mostFilled(rows, fill)), seed: 0 };
      });
      return meanAbove(mirrored, share - 1, delta);
    },
    boundAt(given, threshold, delta) {
      const rows = told(given);
      const { values, right } = rightAt(rows, threshold);
      const n = rowCount(rows);
      const share = values.exact
        ? upperProportion(n - sum(right), n, delta)
        : 1 - lowerMeanFixed(claimOf(rows, right, 0), delta, 1);
      return values.scale * share;
    },
    estimate(given, threshold) {
      const rows = told(given);
      const values = valuesOf(rows)!;
      return values.scale * outcomeAt(rows, threshold, values).error;
    },
    rowsNeeded(rows, threshold, bound, delta) {
      const { scale } = valuesOf(rows)!;
      return rowsForShare(this.estimate(rows, threshold) / scale, bound / scale, delta);
    },
    chance(estimate, bound, rows, delta) {
      const { mean, largest = 1 } = estimated(estimate);
      if (mean === undefined) return undefined;
      const wrong = Math.round((rows * mean) / largest);
      return chanceToPass(binomialAtMost(wrong, rows, Math.min(1, bound / largest)), delta);
    },
  };
}
