/**
 * The accuracy curve of one score vector under any row weights, in one pass. A bootstrap asks for
 * the curve of the same scores hundreds of times and only the weights change, so they come
 * sorted and each resample merely walks the sorted rows.
 */
import type { RankedScores } from '../curve/ranked-scores.js';

/**
 * Adds `share` times the gain over the model alone, at each rate and then its mean over all rates,
 * to `into` (rates.length + 1 numbers). `difference` is expert value − model value *in sorted
 * order*, `weight` is by row; `rates` rise.
 */
export function addGains(
  ranked: RankedScores,
  difference: Float64Array,
  weight: Float64Array,
  totalWeight: number,
  rates: Float64Array,
  share: number,
  into: Float64Array,
): void {
  const { order, endsGroup } = ranked;
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
