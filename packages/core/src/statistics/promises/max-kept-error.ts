/**
 * Of the cases that the model answers itself, at most this share is wrong: what people mean by
 * "approve automatically". At a threshold fixed beforehand, given the *number* m of kept rows, the
 * errors among them are Bin(m, risk): an exact test. Elsewhere a bet on [kept]·(bound − error), whose
 * mean is above 0 exactly where the promise holds.
 */
import { lastRefuted, meanAbove, refutedFixed } from '../betting.js';
import { binomialAtLeast, binomialAtMost, upperProportion } from '../binomial.js';
import { claimOf, type PreparedRows, rowCount } from '../certifying-rows.js';
import { chanceToPass, predictedAtMost } from '../predictive.js';
import { rowsForShare } from '../rows-to-certify.js';
import type { PromiseKind } from './contract.js';

export const maxKeptError: PromiseKind = {
  name: 'maxKeptError',
  direction: 'at most',
  range: [1e-9, 1 - 1e-9],
  whyNot: ({ valuesAreCosts }) =>
    valuesAreCosts
      ? 'certificate: a share of wrong answers was asked for, and these rows tell costs or losses.'
      : undefined,
  test(rows, threshold, bound, delta, seed) {
    const { kept, errors } = keptErrors(rows, threshold);
    if (kept === 0) return 1;
    if (isExact(rows)) return binomialAtMost(errors, kept, bound);
    return meanAbove(
      { ...claimOf(rows, better(rows, threshold, bound), bound - 1), seed },
      0,
      delta,
    );
  },
  brokenTest(rows, threshold, bound, delta) {
    const { kept, errors } = keptErrors(rows, threshold);
    if (kept === 0) return 1;
    if (isExact(rows)) return binomialAtLeast(errors, kept, bound);
    const worse = better(rows, threshold, bound).map((value) => -value);
    return meanAbove({ ...claimOf(rows, worse, -bound), seed: 0 }, 0, delta);
  },
  boundAt(rows, threshold, delta) {
    const { kept, errors } = keptErrors(rows, threshold);
    if (kept === 0) return 1;
    if (isExact(rows)) return upperProportion(errors, kept, delta);
    // Every bet gets worse as the bound falls, so the bounds that hold are an interval up to 1.
    return (
      1 -
      lastRefuted(0, 1, (rest) =>
        refutedFixed(claimOf(rows, better(rows, threshold, 1 - rest), -rest), 0, delta),
      )
    );
  },
  estimate(rows, threshold) {
    const { kept, errors } = keptErrors(rows, threshold);
    return kept > 0 ? errors / kept : 0;
  },
  rowsNeeded(rows, threshold, bound, delta) {
    const { kept, errors, total } = keptErrors(rows, threshold);
    return kept > 0 ? rowsForShare(errors / kept, bound, delta) * (total / kept) : Infinity;
  },
  chance({ rate, keptError, rows: seen }, bound, rows, delta) {
    if (keptError === undefined) return undefined;
    const kept = Math.round(rows * (1 - rate));
    if (kept === 0) return 0;
    if (seen === undefined)
      return chanceToPass(binomialAtMost(Math.round(kept * keptError), kept, bound), delta);
    const known = Math.round(seen * (1 - rate));
    const wrong = Math.round(known * keptError);
    return predictedAtMost(
      mostErrors(kept, bound, delta),
      kept,
      wrong + ASSUMED_WRONG,
      known - wrong + ASSUMED_WRONG * (1 / bound - 1),
    );
  },
};

/**
 * A high threshold keeps few of the rows that the estimate rests on, and of those often none is wrong:
 * taken at its word it would be where every walk begins. So each estimate is joined by a quarter of an
 * error at the very share asked for. An eighth to a half do about as well; a whole one, or every share
 * equally likely beforehand, keeps too much where the certifying rows are many.
 */
const ASSUMED_WRONG = 1 / 4;

/** The most errors among `kept` rows that still pass; −1 where none would. */
function mostErrors(kept: number, bound: number, delta: number): number {
  let [low, high] = [-1, kept];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (binomialAtMost(middle, kept, bound) <= delta) low = middle;
    else high = middle;
  }
  return low;
}

/** Only the model's own answers count here, so missing labels of the expert don't matter. */
const isExact = ({ values, weight, clusters }: PreparedRows): boolean =>
  !weight && !clusters && values.model.every((value) => value === 0 || value === 1);

function keptErrors(rows: PreparedRows, threshold: number) {
  let kept = 0;
  let errors = 0;
  let total = 0;
  for (let i = 0; i < rowCount(rows); i++) {
    const w = rows.weight ? rows.weight[i] : 1;
    total += w;
    if (rows.scores[i] <= threshold) continue;
    kept += w;
    errors += w * (1 - rows.values.model[i]);
  }
  return { kept, errors, total };
}

const better = ({ scores, values }: PreparedRows, threshold: number, bound: number) =>
  values.model.map((value, i) => (scores[i] <= threshold ? 0 : bound - (1 - value)));
