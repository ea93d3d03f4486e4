import { permutation } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { numberClusters } from '../table/number-clusters.js';
import type { FeatureBlocks } from './feature-blocks.js';

/**
 * The sums that a weighted ridge regression is made of: Σ w·x·xᵀ and Σ r·x. Dense inputs come first,
 * then one a class, the constant last. The one-hot block is added up per class instead of multiplied.
 * By folds, what was left out of a fit is a subtraction.
 */

export const RIDGE_FOLDS = 5;

/** The fold of every row, clusters whole. No seed: a closed form gives one answer. */
export function ridgeFolds(clusters: ArrayLike<number>): Uint8Array {
  const { index, count } = numberClusters(clusters);
  const ofUnit = new Uint8Array(count);
  permutation(count, stream(0, 'ridge folds')).forEach((unit, place) => {
    ofUnit[unit] = place % RIDGE_FOLDS;
  });
  return Uint8Array.from(index, (unit) => ofUnit[unit]);
}

export const equationSize = ({ dense, classes }: FeatureBlocks): number => dense + classes + 1;

/** Σ w·x·xᵀ, the lower triangle row by row; one a fold where there are folds. */
export function gramMatrices(
  features: FeatureBlocks,
  weight: (row: number) => number,
  folds?: Uint8Array,
): Float64Array[] {
  const { dense, classes } = features;
  const size = equationSize(features);
  const last = size - 1;
  const matrices = Array.from(
    { length: folds ? RIDGE_FOLDS : 1 },
    () => new Float64Array(size * size),
  );
  // Four rows at a time: a sum is then read and written once for four products.
  const waiting = matrices.map(() => ({
    rows: new Int32Array(4),
    weights: [0, 0, 0, 0],
    count: 0,
  }));
  for (const { from, count, values, answers } of features.blocks()) {
    for (let i = 0; i < count; i++) {
      const w = weight(from + i);
      if (w === 0) continue;
      const f = folds ? folds[from + i] : 0;
      const four = waiting[f];
      four.rows[four.count] = i * dense;
      four.weights[four.count++] = w;
      if (four.count === 4) addFour(matrices[f], size, values, dense, four);
      const matrix = matrices[f];
      const at = i * dense;
      const constant = last * size;
      for (let a = 0; a < dense; a++) matrix[constant + a] += w * values[at + a];
      matrix[constant + last] += w;
      if (classes === 0) continue;
      const hot = dense + answers[i];
      const row = hot * size;
      for (let a = 0; a < dense; a++) matrix[row + a] += w * values[at + a];
      matrix[row + hot] += w;
      matrix[constant + hot] += w;
    }
    waiting.forEach((four, f) => {
      if (four.count > 0) addFour(matrices[f], size, values, dense, four);
    });
  }
  return matrices;
}

interface Four {
  readonly rows: Int32Array;
  readonly weights: number[];
  count: number;
}

function addFour(
  matrix: Float64Array,
  size: number,
  x: Float32Array,
  dense: number,
  four: Four,
): void {
  const { rows, weights } = four;
  for (let k = four.count; k < 4; k++) weights[k] = 0;
  four.count = 0;
  const [p, q, r, s] = rows;
  const [wp, wq, wr, ws] = weights;
  for (let a = 0; a < dense; a++) {
    const vp = wp * x[p + a];
    const vq = wq * x[q + a];
    const vr = wr * x[r + a];
    const vs = ws * x[s + a];
    const row = a * size;
    for (let b = 0; b <= a; b++)
      matrix[row + b] += vp * x[p + b] + vq * x[q + b] + (vr * x[r + b] + vs * x[s + b]);
  }
}

/** Σ r·x; one a fold where there are folds. */
export function rightSides(
  features: FeatureBlocks,
  right: (row: number) => number,
  folds?: Uint8Array,
): Float64Array[] {
  const { dense, classes } = features;
  const size = equationSize(features);
  const sums = Array.from({ length: folds ? RIDGE_FOLDS : 1 }, () => new Float64Array(size));
  for (const { from, count, values, answers } of features.blocks())
    for (let i = 0; i < count; i++) {
      const r = right(from + i);
      if (r === 0) continue;
      const sum = sums[folds ? folds[from + i] : 0];
      const at = i * dense;
      for (let a = 0; a < dense; a++) sum[a] += r * values[at + a];
      if (classes > 0) sum[dense + answers[i]] += r;
      sum[size - 1] += r;
    }
  return sums;
}

/** The sum of what was added up by folds. */
export function total(parts: readonly Float64Array[]): Float64Array {
  if (parts.length === 1) return parts[0];
  const sum = new Float64Array(parts[0].length);
  for (const part of parts) for (let k = 0; k < sum.length; k++) sum[k] += part[k];
  return sum;
}

/** xᵀ·A·x − 2·rᵀ·x: the squared loss of coefficients on the rows of one fold, but for a constant. */
export function quadraticLoss(
  matrix: Float64Array,
  right: Float64Array,
  x: Float64Array,
  size: number,
): number {
  let sum = 0;
  for (let a = 0; a < size; a++) {
    let inner = 0;
    for (let b = 0; b < a; b++) inner += matrix[a * size + b] * x[b];
    sum += x[a] * (2 * inner + matrix[a * size + a] * x[a] - 2 * right[a]);
  }
  return sum;
}
