/**
 * How many rows would settle it. With n rows the gain is known to ± c·σ/√n, and a gain of `worth`
 * is told from none with the given power once (c + z)·σ/√n ≤ worth. σ is the spread over all rows
 * of what each adds: D·z against the model alone, (D − ρ)·z against the random line at rate ρ,
 * D = handed over, z = expert right − model right.
 */
import { numberClusters } from './bootstrap.js';
import { normalQuantile } from './normal.js';
import { sortScores } from './sorted-curve.js';

export interface SpreadInput {
  readonly scores: ArrayLike<number>;
  readonly modelRight: ArrayLike<number>;
  readonly expertRight: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
}

/** σ per row; with clusters, what √n times the standard error of the mean tends to. */
export function gainSpread(input: SpreadInput, rate: number, against: 'model' | 'random'): number {
  const { scores, modelRight, expertRight, weight } = input;
  const n = scores.length;
  const deferred = deferredShare(scores, rate, weight);
  const base = against === 'model' ? 0 : rate;
  const added = new Float64Array(n);
  let total = 0;
  let mean = 0;
  for (let i = 0; i < n; i++) {
    const w = weight ? weight[i] : 1;
    added[i] = (deferred[i] - base) * (expertRight[i] - modelRight[i]);
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

/** The share of each row that is handed over at a rate: 1, 0, or a part of the tied last group. */
function deferredShare(
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

export function rowsToSettle(spread: number, worth: number, critical: number, power = 0.8): number {
  const ratio = ((critical + normalQuantile(power)) * spread) / worth;
  return Math.ceil(ratio * ratio);
}
