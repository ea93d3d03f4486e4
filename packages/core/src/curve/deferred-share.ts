import { type RankedScores, rankScores, type Scores } from './ranked-scores.js';
import { shareByScore, wholeGroups } from './whole-groups.js';

/** How often each row is handed over at this rate of all weight: the mean over seeds, ties in expectation. */
export function deferredShare(
  seeds: readonly Scores[],
  rate: number,
  weight?: ArrayLike<number>,
): Float64Array {
  const ranked = seeds.map((scores) => rankScores(scores));
  const share = weight ? weightedShare(ranked, rate, weight) : countedShare(ranked, rate);
  // Divided once: eleven parts of 1/11 don't add up to 1, and all of a class must.
  if (ranked.length > 1) for (let i = 0; i < share.length; i++) share[i] /= ranked.length;
  return share;
}

/** Row by row, told by the score: rows lie in memory in their own order, not in that of the scores. */
function countedShare(ranked: readonly RankedScores[], rate: number): Float64Array {
  const share = new Float64Array(ranked[0].order.length);
  for (const vector of ranked) {
    const shareOf = shareByScore(vector, wholeGroups(vector, rate * share.length));
    for (let i = 0; i < share.length; i++) share[i] += shareOf(i);
  }
  return share;
}

function weightedShare(
  ranked: readonly RankedScores[],
  rate: number,
  weight: ArrayLike<number>,
): Float64Array {
  const n = ranked[0].order.length;
  const share = new Float64Array(n);
  let total = 0;
  for (let i = 0; i < n; i++) total += weight[i];
  const wanted = rate * total;
  for (const { order, endsGroup } of ranked) {
    let passed = 0;
    for (let start = 0; start < n; ) {
      let end = start;
      let tied = 0;
      do tied += weight[order[end]];
      while (endsGroup[end++] === 0);
      // Rounding may leave the whole a hair above the sum of the weights.
      const part = rate >= 1 ? 1 : Math.min(1, Math.max(0, (wanted - passed) / (tied || 1)));
      if (part === 0 && tied > 0) break;
      for (let k = start; k < end; k++) share[order[k]] += part;
      passed += tied;
      start = end;
    }
  }
  return share;
}
