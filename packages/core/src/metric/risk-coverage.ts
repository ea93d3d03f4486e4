/**
 * The risk–coverage walk that AURC and AUGRC share: rows are accepted from the highest score (most
 * trusted) down, and losses add up. Equal scores are accepted in random order, so inside a tied
 * group the expected sum runs linearly.
 */
import { type RankedScores, rankScores, type Scores } from '../curve/ranked-scores.js';
import { insist } from '../error.js';

/** Scores in order, a loss for each of them. */
export function rankedFor(losses: ArrayLike<number>, scores: Scores): RankedScores {
  const ranked = rankScores(scores);
  const n = ranked.order.length;
  insist(
    n > 0 && losses.length === n,
    () =>
      `risk–coverage: found ${n} scores and ${losses.length} losses, expected as many, at least 1.`,
  );
  return ranked;
}

/** Expected sum of losses among the k most trusted rows, k = 0 … n. Low scores are rejected first. */
export function acceptedLoss(scores: Scores, losses: ArrayLike<number>): Float64Array {
  const { order, endsGroup } = rankedFor(losses, scores);
  const n = order.length;
  const sums = new Float64Array(n + 1);
  for (let last = n; last > 0; ) {
    let first = last - 1;
    if (first === 0 || endsGroup[first - 1] === 1) {
      sums[n - first] = sums[n - last] + losses[order[first]];
      last = first;
      continue;
    }
    while (first > 0 && endsGroup[first - 1] === 0) first--;
    let group = 0;
    for (let k = first; k < last; k++) group += losses[order[k]];
    const before = n - last;
    for (let k = 1; k <= last - first; k++) {
      sums[before + k] = sums[before] + (group * k) / (last - first);
    }
    last = first;
  }
  return sums;
}

/** What has been accepted with the k most trusted rows, k = 0 … n. */
export interface Accepted {
  /** The sum of their weights, 1 each unless told. */
  readonly weights: Float64Array;
  /** The sum of their losses, each times its weight. */
  readonly losses: Float64Array;
}

/** Cumulated weights and losses as more and more rows are accepted, the most trusted first. */
export function acceptedRows(
  scores: Scores,
  losses: ArrayLike<number>,
  weight?: ArrayLike<number>,
): Accepted {
  const ranked = rankScores(scores);
  if (!weight) {
    const weights = new Float64Array(ranked.order.length + 1);
    for (let k = 0; k < weights.length; k++) weights[k] = k;
    return { weights, losses: acceptedLoss(ranked, losses) };
  }
  const weighted = Float64Array.from(losses, (loss, i) => loss * weight[i]);
  return { weights: acceptedLoss(ranked, weight), losses: acceptedLoss(ranked, weighted) };
}

/** An area under a curve over coverages; every row weighs the same unless told. */
export type CoverageArea = (
  scores: Scores,
  losses: ArrayLike<number>,
  weight?: ArrayLike<number>,
) => number;

/** The mean of a risk over all coverages; `all` is the sum of all weights. */
export function meanOverCoverage(
  accepted: Accepted,
  risk: (accepted: Accepted, k: number, all: number) => number,
): number {
  const { weights } = accepted;
  const all = weights[weights.length - 1];
  let mean = 0;
  for (let k = 1; k < weights.length; k++) {
    const step = weights[k] - weights[k - 1];
    if (step > 0) mean += (risk(accepted, k, all) / all) * step;
  }
  return mean;
}
