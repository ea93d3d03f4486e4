/**
 * What a scorer finds where there is nothing to find. Out-of-fold scores of a scorer with many
 * useless columns look a little better than random too often (9 % instead of 5 with 20 noise columns
 * and a ridge scorer): rows of different folds are not independent. So who is right is dealt out
 * again over the rows, the scorer is fitted and scored out of fold as before, and the largest gain
 * over the random line is written down; a verdict asks for more than 95 % of these.
 */
import { permutation } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { numberClusters } from '../table/number-clusters.js';
import { largestOverRandom } from './certain-gain.js';
import type { GainRows } from './gain-interval.js';

export interface PermutedInput {
  readonly rows: GainRows;
  readonly rates: readonly number[];
  /** Fits out of fold on these values and scores every row, comparable across folds. */
  readonly refit: (modelValue: Float64Array, expertValue: Float64Array) => ArrayLike<number>;
  /** 100 for closed forms. */
  readonly times: number;
  readonly seed: number;
}

export function permutedGains({ rows, rates, refit, times, seed }: PermutedInput): Float64Array {
  const found = new Float64Array(times);
  for (let turn = 0; turn < times; turn++) {
    const from = dealtRows(rows.modelValue.length, rows.clusters, seed, turn);
    const modelValue = new Float64Array(from.length);
    const expertValue = new Float64Array(from.length);
    for (let i = 0; i < from.length; i++) {
      modelValue[i] = rows.modelValue[from[i]];
      expertValue[i] = rows.expertValue[from[i]];
    }
    const scores = new Float64Array(refit(modelValue, expertValue));
    found[turn] = largestOverRandom({ ...rows, modelValue, expertValue }, scores, rates);
  }
  return found;
}

/**
 * Where each row's pair (model right, expert right) comes from. Whole clusters are dealt out: laid
 * out one after the other in another order, so that rows which went together still do.
 */
export function dealtRows(
  rows: number,
  clusters: ArrayLike<number> | undefined,
  seed: number,
  turn: number,
): Uint32Array {
  const random = stream(seed, `permuted pairs ${turn}`);
  if (!clusters) return Uint32Array.from(permutation(rows, random));
  const { index, count } = numberClusters(clusters);
  const members: number[][] = Array.from({ length: count }, () => []);
  index.forEach((cluster, row) => {
    members[cluster].push(row);
  });
  const places = members.flat();
  const sources = Array.from(permutation(count, random), (cluster) => members[cluster]).flat();
  const from = new Uint32Array(rows);
  places.forEach((place, k) => {
    from[place] = sources[k];
  });
  return from;
}
