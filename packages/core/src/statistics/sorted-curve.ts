/**
 * The accuracy curve of one score vector under any row weights, in one pass. A bootstrap asks for
 * the curve of the same scores hundreds of times and only the weights change, so the sort is done
 * once here and each resample merely walks the sorted rows.
 */
import { orderByScore } from '../curve/order.js';

export interface SortedScores {
  /** Row numbers by rising score: the first rows are deferred first. */
  readonly order: Uint32Array;
  /** 1 at the last row of each group of equal scores: ties count in expectation. */
  readonly endsGroup: Uint8Array;
}

export function sortScores(scores: ArrayLike<number>): SortedScores {
  const n = scores.length;
  const order = orderByScore(scores);
  const endsGroup = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    if (i === n - 1 || scores[order[i]] !== scores[order[i + 1]]) endsGroup[i] = 1;
  }
  return { order, endsGroup };
}

/**
 * Adds `share` times the gain over the model alone, at each rate and then its mean over all rates,
 * to `into` (rates.length + 1 numbers). `difference` is expert value − model value *in sorted
 * order*, `weight` is by row; `rates` rise.
 */
export function addGains(
  sorted: SortedScores,
  difference: Float64Array,
  weight: Float64Array,
  totalWeight: number,
  rates: Float64Array,
  share: number,
  into: Float64Array,
): void {
  const { order, endsGroup } = sorted;
  const n = order.length;
  const scale = share / totalWeight;
  let next = 0;
  let target = rates.length > 0 ? rates[0] * totalWeight : Infinity;
  let passed = 0; // weight of the groups before this one
  let gained = 0;
  let groupWeight = 0;
  let groupGain = 0;
  let area = 0;
  for (let i = 0; i < n; i++) {
    const w = weight[order[i]];
    groupWeight += w;
    groupGain += w * difference[i];
    if (endsGroup[i] === 0) continue;
    area += groupWeight * (gained + groupGain / 2);
    while (target <= passed + groupWeight) {
      const part = groupWeight > 0 ? (target - passed) / groupWeight : 0;
      into[next] += scale * (gained + part * groupGain);
      next++;
      target = next < rates.length ? rates[next] * totalWeight : Infinity;
    }
    passed += groupWeight;
    gained += groupGain;
    groupWeight = 0;
    groupGain = 0;
  }
  // Rounding may leave the target of rate 1 a hair above the sum of the weights.
  for (; next < rates.length; next++) into[next] += scale * gained;
  into[rates.length] += (scale * area) / totalWeight;
}
