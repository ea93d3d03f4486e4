/**
 * What handing over adds to the model alone, by row and by seed: what every paired difference of two
 * methods starts from. With a million rows and eleven seeds this is what a comparison waits for, so
 * right and wrong answers without weights are counted in bytes. The sums are those of one row after
 * the other, to the bit.
 */
import { type RankedScores, rankScores, type Scores } from '../curve/ranked-scores.js';
import { MOST_SEEDS, MOST_SHARED, shareByScore, wholeGroups } from '../curve/whole-groups.js';
import { deferFlags, weightAtRate } from './deferred-rows.js';
import type { GainRows } from './gain-interval.js';

/** Expert minus model by row, in parts of the range. */
export interface Differences {
  readonly values: Float64Array;
  /** The same where every row is −1, 0 or 1. */
  readonly whole?: Int8Array;
}

/** What handing over adds to the model alone. */
export interface Added {
  /** By row, in [−1, 1]; averaged over seeds. */
  readonly values: Float64Array;
  readonly ofSeeds: readonly number[];
}

/** What asking the expert changes in each row. */
export function differencesOf({ modelValue, expertValue, range = 1 }: GainRows): Differences {
  const values = new Float64Array(modelValue.length);
  const whole = new Int8Array(values.length);
  let isWhole = true;
  for (let i = 0; i < values.length; i++) {
    values[i] = (expertValue[i] - modelValue[i]) / range;
    whole[i] = values[i];
    if (whole[i] !== values[i]) isWhole = false;
  }
  return { values, ...(isWhole && { whole }) };
}

/** At a rate; `scores` has one list a seed. */
export function addedAtRate(
  { weight }: Pick<GainRows, 'weight'>,
  differences: Differences,
  scores: readonly Scores[],
  rate: number,
): Added {
  const ranked = scores.map((vector) => rankScores(vector));
  return (
    (!weight && differences.whole && counted(differences.whole, ranked, rate)) ||
    rowByRow(differences.values, ranked, rate, weight)
  );
}

/** Undefined where it would not be faster. */
function counted(
  whole: Int8Array,
  ranked: readonly RankedScores[],
  rate: number,
): Added | undefined {
  const n = whole.length;
  const seeds = ranked.length;
  if (seeds > MOST_SEEDS) return undefined;
  // What so many seeds add, one after the other: eleven times 1/11 is not 1.
  const added = new Float64Array(seeds + 1);
  for (let s = 1; s <= seeds; s++) added[s] = added[s - 1] + 1 / seeds;
  const counts = new Uint8Array(n);
  /** Rows of which a seed hands over a part, with what they have added so far. */
  const shared = new Map<number, number>();
  const wanted = seeds > 0 ? weightAtRate(ranked[0], rate) : 0;
  const ofSeeds: number[] = [];
  for (const vector of ranked) {
    const { order } = vector;
    const groups = wholeGroups(vector, wanted);
    const { end, groupEnd } = groups;
    if (shared.size + groupEnd - end > MOST_SHARED) return undefined;
    for (let k = end; k < groupEnd; k++) {
      const row = order[k];
      if (!shared.has(row)) shared.set(row, added[counts[row]] * whole[row]);
    }
    let sum = 0;
    for (let k = 0; k < end; k++) {
      const row = order[k];
      counts[row]++;
      sum += whole[row];
    }
    const shareOf = shareByScore(vector, groups);
    for (const [row, before] of shared)
      shared.set(row, before + (shareOf(row) * whole[row]) / seeds);
    // Whole numbers add up to the same in any order; with a part among them the order counts.
    if (gainsWithin(vector, whole, end, groupEnd)) {
      sum = 0;
      for (let i = 0; i < n; i++) sum += shareOf(i) * whole[i];
    }
    ofSeeds.push(sum / n);
  }
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) values[i] = added[counts[i]] * whole[i];
  for (const [row, value] of shared) values[row] = value;
  return { values, ofSeeds };
}

function gainsWithin({ order }: RankedScores, whole: Int8Array, from: number, to: number): boolean {
  for (let k = from; k < to; k++) if (whole[order[k]] !== 0) return true;
  return false;
}

function rowByRow(
  differences: Float64Array,
  ranked: readonly RankedScores[],
  rate: number,
  weight?: ArrayLike<number>,
): Added {
  const n = differences.length;
  const values = new Float64Array(n);
  const bytes = new Uint8Array(n);
  let wanted: number | undefined;
  const ofSeeds = ranked.map((vector) => {
    // Without weights every order adds up to the same.
    if (weight || wanted === undefined) wanted = weightAtRate(vector, rate, weight);
    const { flags, part } = deferFlags(bytes, vector, wanted, weight);
    const shares = Float64Array.of(0, 1, part);
    let sum = 0;
    let total = 0;
    for (let i = 0; i < n; i++) {
      const own = shares[flags[i]] * differences[i];
      const w = weight ? weight[i] : 1;
      values[i] += own / ranked.length;
      sum += w * own;
      total += w;
    }
    return sum / total;
  });
  return { values, ofSeeds };
}
