/** How much of each row is handed over: at a rate, or at a threshold. */
import { rankScores, type Scores, scoresOf } from '../curve/ranked-scores.js';

/** At a rate: 1, 0, or for a tied last group the part of it that fits (ties count in expectation). */
export function deferredAtRate(
  scores: Scores,
  rate: number,
  weight?: ArrayLike<number>,
): Float64Array {
  const { order, endsGroup } = rankScores(scores);
  const share = new Float64Array(order.length);
  const weightOf = (row: number) => (weight ? weight[row] : 1);
  let left = 0;
  for (const row of order) left += rate * weightOf(row);
  for (let start = 0; start < order.length && left > 0; ) {
    let end = start;
    let group = 0;
    do group += weightOf(order[end]);
    while (endsGroup[end++] === 0);
    const part = group > 0 ? Math.min(1, left / group) : 0;
    for (let k = start; k < end; k++) share[order[k]] = part;
    left -= group;
    start = end;
  }
  return share;
}

/** By row: 1 where the score is at or below the threshold, else 0. */
export function deferredAtThreshold(scores: Scores, threshold: number): Float64Array {
  return Float64Array.from(scoresOf(scores), (score) => (score <= threshold ? 1 : 0));
}
