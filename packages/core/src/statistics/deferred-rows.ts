/** How much of each row is handed over: at a rate, or at a threshold. */
import { type RankedScores, rankScores, type Scores, scoresOf } from '../curve/ranked-scores.js';

/** At a rate: 1, 0, or for a tied last group the part of it that fits (ties count in expectation). */
export function deferredAtRate(
  scores: Scores,
  rate: number,
  weight?: ArrayLike<number>,
): Float64Array {
  const ranked = rankScores(scores);
  const share = new Float64Array(ranked.order.length);
  deferInto(share, ranked, weightAtRate(ranked, rate, weight), weight);
  return share;
}

/** How much weight is handed over at a rate; without weights the same for all scores of as many rows. */
export function weightAtRate(
  { order }: Pick<RankedScores, 'order'>,
  rate: number,
  weight?: ArrayLike<number>,
): number {
  let wanted = 0;
  for (let k = 0; k < order.length; k++) wanted += weight ? rate * weight[order[k]] : rate;
  return wanted;
}

/** Writes the shares of the rows that are handed over into `share`, by row; the others stay as they are. */
export function deferInto(
  share: Float64Array,
  { order, endsGroup }: RankedScores,
  wanted: number,
  weight?: ArrayLike<number>,
): void {
  let left = wanted;
  for (let start = 0; start < order.length && left > 0; ) {
    let end = start;
    let group = 0;
    do group += weight ? weight[order[end]] : 1;
    while (endsGroup[end++] === 0);
    const part = group > 0 ? Math.min(1, left / group) : 0;
    for (let k = start; k < end; k++) share[order[k]] = part;
    left -= group;
    start = end;
  }
}

/** By row: 1 where the score is at or below the threshold, else 0. */
export function deferredAtThreshold(scores: Scores, threshold: number): Float64Array {
  return Float64Array.from(scoresOf(scores), (score) => (score <= threshold ? 1 : 0));
}
