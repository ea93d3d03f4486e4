/**
 * How many rows would show a gain. With n rows it is known to ± c·σ/√n, and a gain g is told from
 * none with the given power once (c + z)·σ/√n ≤ g. σ is the spread over all rows
 * of what each adds: D·z against the model alone, (D − ρ)·z against the random line at rate ρ,
 * D = handed over, z = expert right − model right. Few rows add anything, so σ is itself uncertain, and
 * tables that can't tell are those in which it came out small: its upper end is taken.
 */
import type { Scores } from '../curve/ranked-scores.js';
import { numberClusters } from '../table/number-clusters.js';
import { deferredAtRate } from './deferred-rows.js';
import type { GainRows } from './gain-interval.js';
import { normalQuantile } from './normal.js';

export interface SpreadInput
  extends Pick<GainRows, 'modelValue' | 'expertValue' | 'weight' | 'clusters'> {
  readonly scores: Scores;
}

/** σ per row; with clusters, what √n times the standard error of the mean tends to. */
export function gainSpread(input: SpreadInput, rate: number, against: 'model' | 'random'): number {
  const { scores, modelValue, expertValue, weight } = input;
  const n = modelValue.length;
  const deferred = deferredAtRate(scores, rate, weight);
  const base = against === 'model' ? 0 : rate;
  const added = new Float64Array(n);
  let total = 0;
  let mean = 0;
  for (let i = 0; i < n; i++) {
    const w = weight ? weight[i] : 1;
    added[i] = (deferred[i] - base) * (expertValue[i] - modelValue[i]);
    total += w;
    mean += w * added[i];
  }
  mean /= total;
  const { index, count } = input.clusters
    ? numberClusters(input.clusters)
    : { index: undefined, count: n };
  const sums = new Float64Array(count);
  for (let i = 0; i < n; i++) {
    sums[index ? index[i] : i] += ((weight ? weight[i] : 1) * n * (added[i] - mean)) / total;
  }
  let squares = 0;
  for (const sum of sums) squares += sum * sum;
  return Math.sqrt(squares / n);
}

/** The upper end of a spread (one-sided, 97.5 %) that so many rows show; values lie in [−1, 1]. */
const UPPER = 1.96;
export function likelySpread(spread: number, rows: number): number {
  const variance = spread * spread;
  // Were all that is added ±1, its square would be a share of the rows.
  const error = Math.sqrt(Math.max(variance, 1 / rows) / rows);
  return Math.sqrt(variance + UPPER * error);
}

/** Rows in all that show a gain of this size with the given probability; `critical` is one-sided. */
export function rowsToShow(spread: number, gain: number, critical: number, power = 0.8): number {
  const ratio = ((critical + normalQuantile(power)) * spread) / gain;
  return Math.ceil(ratio * ratio);
}
