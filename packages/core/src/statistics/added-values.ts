/**
 * What handing over adds to the model alone, by row and by seed: what every paired difference of two
 * methods starts from. With a million rows and eleven seeds this is what a comparison waits for. Only
 * rows on which model and expert differ add anything, mostly a tenth of them, so only those are looked
 * at, in their order. The sums are those of one row after the other, to the bit.
 */
import { rankScores, type Scores } from '../curve/ranked-scores.js';
import { sharesAtRate } from './deferred-rows.js';
import type { GainRows } from './gain-interval.js';

/** What asking the expert changes. */
export interface Differences {
  /** Expert minus model by row, in parts of the range. */
  readonly values: Float64Array;
  /** The rows on which they differ. */
  readonly rows: Uint32Array;
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
  const rows = new Uint32Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] = (expertValue[i] - modelValue[i]) / range;
    if (values[i] !== 0) rows[count++] = i;
  }
  return { values, rows: rows.subarray(0, count) };
}

/** At a rate; `scores` has one list a seed. */
export function addedAtRate(
  { weight }: Pick<GainRows, 'weight'>,
  differences: Differences,
  scores: readonly Scores[],
  rate: number,
): Added {
  const { rows } = differences;
  const n = differences.values.length;
  const values = new Float64Array(n);
  let total = n;
  if (weight) {
    total = 0;
    for (let i = 0; i < n; i++) total += weight[i];
  }
  const ranked = scores.map((vector) => rankScores(vector));
  const ofSeeds = sharesAtRate(ranked, rate, weight).map((shareOf) => {
    let sum = 0;
    for (let k = 0; k < rows.length; k++) {
      const row = rows[k];
      const own = shareOf(row) * differences.values[row];
      values[row] += own / ranked.length;
      sum += weight ? weight[row] * own : own;
    }
    return sum / total;
  });
  return { values, ofSeeds };
}
