/**
 * Which rows are fitted on and which are scored. Every row gets a fold; the four cells of two
 * traits, model right × expert right, are spread evenly over the folds, because rescues and harms are few and a fold
 * without any teaches nothing. A cluster (a patient, a thread) is never cut in two.
 */
import { insist } from '../error.js';
import { permutation } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { numberClusters } from '../table/number-clusters.js';

export interface FoldsInput {
  /**
   * One or two traits of every row, whose combinations are spread evenly: model right and expert
   * right, as a rule. In [0, 1]; from a half up counts as yes.
   */
  readonly traits: readonly [ArrayLike<number>, ArrayLike<number>?];
  readonly clusters?: ArrayLike<number>;
  readonly folds: number;
  readonly seed: number;
}

/** The fold, 0 … folds − 1, of every row. */
export function stratifiedFolds(input: FoldsInput): Uint8Array {
  const { clusters, folds, seed } = input;
  const [first, second] = input.traits;
  const n = first.length;
  const { index, count } = clusters ? numberClusters(clusters) : { index: undefined, count: n };
  insist(
    folds >= 2 && folds <= 255 && folds <= count,
    () =>
      `folds: found ${folds} folds for ${count} ${clusters ? 'clusters' : 'rows'}; expected 2 to 255 and no more than there are.`,
  );
  // A cluster belongs to the cell most of its rows are in; single rows are clusters of one.
  const rows = new Uint32Array(count * 4);
  for (let i = 0; i < n; i++) {
    const cell = (first[i] >= 0.5 ? 2 : 0) + ((second?.[i] ?? 0) >= 0.5 ? 1 : 0);
    rows[4 * (index ? index[i] : i) + cell]++;
  }
  const size = (cluster: number) =>
    rows[4 * cluster] + rows[4 * cluster + 1] + rows[4 * cluster + 2] + rows[4 * cluster + 3];
  const cellOf = (cluster: number) => {
    let best = 0;
    for (let c = 1; c < 4; c++) if (rows[4 * cluster + c] > rows[4 * cluster + best]) best = c;
    return best;
  };
  // Large clusters first, so that the small ones can even things out; equal ones in random order.
  const order = [...permutation(count, stream(seed, 'folds'))];
  if (clusters) order.sort((a, b) => size(b) - size(a));
  const inCell = new Float64Array(4 * folds);
  const inAll = new Float64Array(folds);
  const foldOf = new Uint8Array(count);
  for (const cluster of order) {
    const cell = cellOf(cluster);
    let best = 0;
    for (let fold = 1; fold < folds; fold++) {
      const fewer = inCell[4 * fold + cell] - inCell[4 * best + cell];
      if (fewer < 0 || (fewer === 0 && inAll[fold] < inAll[best])) best = fold;
    }
    foldOf[cluster] = best;
    inCell[4 * best + cell] += size(cluster);
    inAll[best] += size(cluster);
  }
  return index ? Uint8Array.from(index, (cluster) => foldOf[cluster]) : foldOf;
}

/**
 * Out-of-fold scores come from different scorers, whose scales need not agree: each is replaced by
 * its place among the scores of its own fold, in (0, 1), equal scores at their mean place.
 */
export function ranksWithinFolds(
  scores: ArrayLike<number>,
  folds: ArrayLike<number>,
): Float64Array {
  const ranks = new Float64Array(scores.length);
  const rowsOf = new Map<number, number[]>();
  for (let i = 0; i < scores.length; i++) {
    const rows = rowsOf.get(folds[i]);
    if (rows) rows.push(i);
    else rowsOf.set(folds[i], [i]);
  }
  for (const rows of rowsOf.values()) {
    rows.sort((a, b) => scores[a] - scores[b] || a - b);
    for (let start = 0; start < rows.length; ) {
      let end = start + 1;
      while (end < rows.length && scores[rows[end]] === scores[rows[start]]) end++;
      for (let k = start; k < end; k++) ranks[rows[k]] = (start + end) / 2 / rows.length;
      start = end;
    }
  }
  return ranks;
}
