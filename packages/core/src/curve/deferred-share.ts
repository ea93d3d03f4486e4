import { type RankedScores, rankScores, type Scores } from './ranked-scores.js';
import { MOST_SEEDS, MOST_SHARED, shareByScore, wholeGroups } from './whole-groups.js';

/** How often each row is handed over at this rate of all weight: the mean over seeds, ties in expectation. */
export function deferredShare(
  seeds: readonly Scores[],
  rate: number,
  weight?: ArrayLike<number>,
): Float64Array {
  const ranked = seeds.map((scores) => rankScores(scores));
  const share = (!weight && countedShare(ranked, rate)) || summedShare(ranked, rate, weight);
  // Divided once: eleven parts of 1/11 don't add up to 1, and all of a class must.
  if (ranked.length > 1) for (let i = 0; i < share.length; i++) share[i] /= ranked.length;
  return share;
}

/**
 * Counted in bytes, which stay near the processor where eight bytes a row don't. Undefined where many
 * rows go in part.
 */
function countedShare(ranked: readonly RankedScores[], rate: number): Float64Array | undefined {
  if (ranked.length > MOST_SEEDS) return undefined;
  const n = ranked[0].order.length;
  const counts = new Uint8Array(n);
  /** Rows of which some seed hands over a part, with the sum so far. */
  const shared = new Map<number, number>();
  for (const vector of ranked) {
    const { order } = vector;
    const groups = wholeGroups(vector, rate * n);
    const { end, groupEnd } = groups;
    if (shared.size + groupEnd - end > MOST_SHARED) return undefined;
    for (let k = end; k < groupEnd; k++)
      if (!shared.has(order[k])) shared.set(order[k], counts[order[k]]);
    for (let k = 0; k < end; k++) counts[order[k]]++;
    const shareOf = shareByScore(vector, groups);
    for (const [row, sum] of shared) shared.set(row, sum + shareOf(row));
  }
  const share = new Float64Array(counts);
  for (const [row, sum] of shared) share[row] = sum;
  return share;
}

function summedShare(
  ranked: readonly RankedScores[],
  rate: number,
  weight?: ArrayLike<number>,
): Float64Array {
  const n = ranked[0].order.length;
  const share = new Float64Array(n);
  let total = n;
  if (weight) {
    total = 0;
    for (let i = 0; i < n; i++) total += weight[i];
  }
  const wanted = rate * total;
  for (const { order, endsGroup } of ranked) {
    // Without weights, the groups that go whole are found by counting; at most one is left to share.
    let start = weight ? 0 : Math.min(n, Math.floor(wanted));
    while (start > 0 && endsGroup[start - 1] === 0) start--;
    for (let k = 0; k < start; k++) share[order[k]]++;
    let passed = start;
    while (start < n) {
      let end = start;
      let tied = 0;
      do tied += weight ? weight[order[end]] : 1;
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
