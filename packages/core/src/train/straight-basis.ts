import { type Eigen, symmetricEigen } from './eigen.js';

/**
 * A weighted regression in coordinates where a ridge penalty is a division: inputs are centred (so
 * that the constant goes free), counted in their own spread, and turned to the eigenvectors of what
 * is then their Gram matrix. One decomposition serves every penalty and every target.
 */
export interface StraightBasis {
  /** Inputs without the constant. */
  readonly size: number;
  readonly mass: number;
  /** By input: its mean, and 1 over its deviation (1 for a class). */
  readonly means: Float64Array;
  readonly scales: Float64Array;
  readonly eigen: Eigen;
}

/** `matrix`: Σ w·x·xᵀ with the constant last; classes have a spread of 1. */
export function straightBasis(matrix: Float64Array, dense: number, classes: number): StraightBasis {
  const size = dense + classes;
  const width = size + 1;
  const mass = matrix[size * width + size];
  const means = matrix.slice(size * width, size * width + size).map((sum) => sum / mass);
  const scales = new Float64Array(size).fill(1);
  for (let a = 0; a < dense; a++) {
    const square = matrix[a * width + a] / mass;
    const variance = square - means[a] * means[a];
    // A constant input says nothing; its coefficient is held at 0 by a penalty that is not.
    if (variance > 1e-12 * square) scales[a] = 1 / Math.sqrt(variance);
  }
  const centred = new Float64Array(size * size);
  for (let a = 0; a < size; a++)
    for (let b = 0; b <= a; b++)
      centred[a * size + b] =
        (matrix[a * width + b] - mass * means[a] * means[b]) * scales[a] * scales[b];
  return { size, mass, means, scales, eigen: symmetricEigen(centred, size) };
}

/** The same regression with every weight times `factor`. */
export const scaledBasis = (basis: StraightBasis, factor: number): StraightBasis => ({
  ...basis,
  mass: factor * basis.mass,
  eigen: { ...basis.eigen, values: basis.eigen.values.map((value) => factor * value) },
});

/** Σ r·x in the basis (`right` has Σ r last): how far it points along each eigenvector. */
export function turned({ size, means, scales, eigen }: StraightBasis, right: Float64Array) {
  const centred = new Float64Array(size);
  for (let a = 0; a < size; a++) centred[a] = (right[a] - right[size] * means[a]) * scales[a];
  const result = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    let sum = 0;
    for (let a = 0; a < size; a++) sum += eigen.vectors[j * size + a] * centred[a];
    result[j] = sum;
  }
  return result;
}

/** A solution in the basis (and the mean that it adds to) as coefficients, the constant last. */
export function coefficients(
  { size, means, scales, eigen }: StraightBasis,
  along: Float64Array,
  mean: number,
): Float64Array {
  const result = new Float64Array(size + 1);
  result[size] = mean;
  for (let j = 0; j < size; j++)
    for (let a = 0; a < size; a++) result[a] += along[j] * eigen.vectors[j * size + a];
  for (let a = 0; a < size; a++) {
    result[a] *= scales[a];
    result[size] -= result[a] * means[a];
  }
  return result;
}

/** The ridge solution: each direction shrinks by how little the rows spread along it. */
export function ridgeSolution(
  basis: StraightBasis,
  right: Float64Array,
  penalty: number,
): Float64Array {
  const along = turned(basis, right);
  for (let j = 0; j < along.length; j++) along[j] /= Math.max(0, basis.eigen.values[j]) + penalty;
  return coefficients(basis, along, right[basis.size] / basis.mass);
}
