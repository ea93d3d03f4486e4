/** How much of each row is handed over: at a rate, or at a threshold. */
import { sortScores } from './sorted-curve.js';

/** At a rate: 1, 0, or for a tied last group the part of it that fits (ties count in expectation). */
export function deferredAtRate(
  scores: ArrayLike<number>,
  rate: number,
  weight?: ArrayLike<number>,
): Float64Array {
  const { order, endsGroup } = sortScores(scores);
  const share = new Float64Array(scores.length);
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

export function deferredAtThreshold(scores: ArrayLike<number>, threshold: number): Float64Array {
  return Float64Array.from(scores, (score) => (score <= threshold ? 1 : 0));
}
