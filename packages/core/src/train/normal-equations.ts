import { permutation } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { numberClusters } from '../table/number-clusters.js';

/**
 * The sums that a weighted ridge regression is made of, kept fold by fold: Σ w·x·xᵀ and Σ r·x. What
 * was left out of a fit is then a subtraction, so a penalty is cross-validated without touching the
 * rows again. The one-hot block is added up per class instead of multiplied.
 */
export interface NormalEquations {
  /** Dense inputs, one a class, the constant last. */
  readonly size: number;
  /** Lower triangles, row by row, one a fold. */
  readonly matrices: readonly Float64Array[];
  readonly rights: readonly Float64Array[];
  /** The mean weight of the rows that carry one. */
  readonly meanWeight: number;
  /** How far each input spreads (its variance; 1 for a class, 0 for the constant): penalties count in it. */
  readonly spread: Float64Array;
}

export interface EquationRows {
  readonly rows: number;
  readonly dense: number;
  readonly classes: number;
  /** The weight of a row, and what stands on the right: weight × target. */
  weight(row: number): number;
  right(row: number): number;
  /** The inputs of a row; may reuse one buffer. */
  read(row: number): { dense: ArrayLike<number>; classIndex: number };
}

export const RIDGE_FOLDS = 5;

/** The fold of every row, clusters whole. No seed: a closed form gives one answer. */
export function ridgeFolds(rows: number, clusters?: ArrayLike<number>): Uint8Array {
  const { index, count } = clusters ? numberClusters(clusters) : { index: undefined, count: rows };
  const ofUnit = new Uint8Array(count);
  permutation(count, stream(0, 'ridge folds')).forEach((unit, place) => {
    ofUnit[unit] = place % RIDGE_FOLDS;
  });
  return index ? Uint8Array.from(index, (unit) => ofUnit[unit]) : ofUnit;
}

export function normalEquations(problem: EquationRows, folds: Uint8Array): NormalEquations {
  const { rows, dense, classes } = problem;
  const size = dense + classes + 1;
  const matrices = Array.from({ length: RIDGE_FOLDS }, () => new Float64Array(size * size));
  const rights = Array.from({ length: RIDGE_FOLDS }, () => new Float64Array(size));
  const last = size - 1;
  let mass = 0;
  let carrying = 0;
  for (let i = 0; i < rows; i++) {
    const w = problem.weight(i);
    const r = problem.right(i);
    if (w === 0 && r === 0) continue;
    mass += w;
    carrying++;
    const matrix = matrices[folds[i]];
    const right = rights[folds[i]];
    const { dense: x, classIndex } = problem.read(i);
    const hot = dense + classIndex;
    for (let a = 0; a < dense; a++) {
      const value = w * x[a];
      const row = a * size;
      for (let b = 0; b <= a; b++) matrix[row + b] += value * x[b];
      if (classes > 0) matrix[hot * size + a] += value;
      matrix[last * size + a] += value;
      right[a] += r * x[a];
    }
    if (classes > 0) {
      matrix[hot * size + hot] += w;
      matrix[last * size + hot] += w;
      right[hot] += r;
    }
    matrix[last * size + last] += w;
    right[last] += r;
  }
  const spread = new Float64Array(size).fill(1, dense, last);
  for (let a = 0; a < dense; a++) {
    let squares = 0;
    let sum = 0;
    for (const matrix of matrices) {
      squares += matrix[a * size + a];
      sum += matrix[last * size + a];
    }
    const variance = squares / mass - (sum / mass) ** 2;
    // A constant input says nothing; its coefficient is held at 0 by a penalty that is not.
    spread[a] = variance > 1e-12 * (squares / mass) ? variance : 1;
  }
  return { size, matrices, rights, spread, meanWeight: carrying > 0 ? mass / carrying : 1 };
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
