/**
 * Weighted ridge regression with an unpenalised constant, by the normal equations in float64 and
 * a Cholesky factorisation. The one-hot block is added up per class instead of multiplied, so
 * 5,000 rows × 100 classes take a few milliseconds.
 */
export interface RidgeProblem {
  readonly rows: number;
  readonly dense: number;
  readonly classes: number;
  readonly target: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
  readonly penalty: number;
  /** The features of a row; may reuse one buffer. */
  read(row: number): { dense: ArrayLike<number>; classIndex: number };
}

export interface RidgeSolution {
  /** Dense coefficients, then one a class. */
  readonly weights: Float64Array;
  readonly constant: number;
}

export function ridge(problem: RidgeProblem): RidgeSolution {
  return prepareRidge(problem).solve(problem.target);
}

/** A regression made ready for any number of targets: the matrix is the same for all of them. */
export interface PreparedRidge {
  solve(target: ArrayLike<number>): RidgeSolution;
}

export function prepareRidge(problem: Omit<RidgeProblem, 'target'>): PreparedRidge {
  const { rows, dense, classes, weight, penalty } = problem;
  const size = dense + classes + 1; // the constant last
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < rows; i++) {
    const w = weight ? weight[i] : 1;
    if (w === 0) continue;
    const { dense: x, classIndex } = problem.read(i);
    const hot = dense + classIndex;
    for (let a = 0; a < dense; a++) {
      const value = w * x[a];
      for (let b = 0; b <= a; b++) matrix[a * size + b] += value * x[b];
      if (classes > 0) matrix[hot * size + a] += value;
      matrix[(size - 1) * size + a] += value;
    }
    if (classes > 0) {
      matrix[hot * size + hot] += w;
      matrix[(size - 1) * size + hot] += w;
    }
    matrix[size * size - 1] += w;
  }
  for (let a = 0; a < size - 1; a++) matrix[a * size + a] += penalty;
  factorise(matrix, size);
  return {
    solve(target) {
      const right = rightSide(problem, target, size);
      const solution = solveFactorised(matrix, right, size);
      return { weights: solution.slice(0, size - 1), constant: solution[size - 1] };
    },
  };
}

function rightSide(
  problem: Omit<RidgeProblem, 'target'>,
  target: ArrayLike<number>,
  size: number,
): Float64Array {
  const { rows, dense, classes, weight } = problem;
  const right = new Float64Array(size);
  for (let i = 0; i < rows; i++) {
    const w = weight ? weight[i] : 1;
    if (w === 0) continue;
    const { dense: x, classIndex } = problem.read(i);
    for (let a = 0; a < dense; a++) right[a] += w * x[a] * target[i];
    if (classes > 0) right[dense + classIndex] += w * target[i];
    right[size - 1] += w * target[i];
  }
  return right;
}

/** Solves A x = b for a symmetric positive definite A given by its lower triangle; overwrites both. */
export function solveCholesky(a: Float64Array, b: Float64Array, size: number): Float64Array {
  factorise(a, size);
  return solveFactorised(a, b, size);
}

/** The lower triangle of A becomes that of L, with L·Lᵀ = A. */
function factorise(a: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * size + j];
      for (let k = 0; k < j; k++) sum -= a[i * size + k] * a[j * size + k];
      a[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-300)) : sum / a[j * size + j];
    }
  }
}

function solveFactorised(a: Float64Array, b: Float64Array, size: number): Float64Array {
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) b[i] -= a[i * size + k] * b[k];
    b[i] /= a[i * size + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) b[i] -= a[k * size + i] * b[k];
    b[i] /= a[i * size + i];
  }
  return b;
}
