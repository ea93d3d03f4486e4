/**
 * Eigenvalues and eigenvectors of a symmetric matrix: Householder's reflections make it tridiagonal,
 * then QL steps with implicit shifts (Golub and Van Loan, chapter 8). In float64 with square roots
 * alone, so that every engine gives the same bytes.
 */
export interface Eigen {
  readonly size: number;
  readonly values: Float64Array;
  /** One eigenvector a row. */
  readonly vectors: Float64Array;
}

/** `lower`: the lower triangle, row by row (size × size); it stays as it is. */
export function symmetricEigen(lower: Float64Array, size: number): Eigen {
  const matrix = Float64Array.from(lower);
  for (let a = 0; a < size; a++)
    for (let b = 0; b < a; b++) matrix[b * size + a] = matrix[a * size + b];
  const { diagonal, beside, vectors } = tridiagonal(matrix, size);
  for (let l = 0; l < size; l++) settle(diagonal, beside, vectors, size, l);
  return { size, values: diagonal, vectors };
}

/** Overwrites the matrix. `beside[k]` stands between diagonal k and k + 1. */
function tridiagonal(matrix: Float64Array, size: number) {
  const diagonal = new Float64Array(size);
  const beside = new Float64Array(size);
  const reflections: { from: number; vector: Float64Array; factor: number }[] = [];
  for (let k = 0; k < size; k++) {
    diagonal[k] = matrix[k * size + k];
    const from = k + 1;
    if (from >= size) break;
    const vector = new Float64Array(size);
    let square = 0;
    for (let i = from; i < size; i++) {
      vector[i] = matrix[i * size + k];
      square += vector[i] * vector[i];
    }
    const alpha = vector[from] > 0 ? -Math.sqrt(square) : Math.sqrt(square);
    beside[k] = alpha;
    square += alpha * alpha - 2 * alpha * vector[from];
    vector[from] -= alpha;
    if (!(square > 0)) continue;
    const factor = 2 / square;
    reflect(matrix, size, from, vector, factor);
    reflections.push({ from, vector, factor });
  }
  const vectors = new Float64Array(size * size);
  for (let k = 0; k < size; k++) vectors[k * size + k] = 1;
  // Rows of `vectors` are columns of the product of all reflections.
  for (const { from, vector, factor } of reflections.reverse())
    for (let row = from; row < size; row++) {
      let sum = 0;
      for (let i = from; i < size; i++) sum += vectors[row * size + i] * vector[i];
      sum *= factor;
      for (let i = from; i < size; i++) vectors[row * size + i] -= sum * vector[i];
    }
  return { diagonal, beside, vectors };
}

/** H·A·H of the part behind `from`, H = 1 − factor·v·vᵀ. */
function reflect(
  matrix: Float64Array,
  size: number,
  from: number,
  vector: Float64Array,
  factor: number,
): void {
  const product = new Float64Array(size);
  let inner = 0;
  for (let i = from; i < size; i++) {
    let sum = 0;
    for (let j = from; j < size; j++) sum += matrix[i * size + j] * vector[j];
    product[i] = factor * sum;
    inner += product[i] * vector[i];
  }
  const half = (factor * inner) / 2;
  for (let i = from; i < size; i++) product[i] -= half * vector[i];
  for (let i = from; i < size; i++)
    for (let j = from; j < size; j++)
      matrix[i * size + j] -= vector[i] * product[j] + product[i] * vector[j];
}

const MOST_STEPS = 60;

/** QL steps until nothing stands beside diagonal l. */
function settle(
  diagonal: Float64Array,
  beside: Float64Array,
  vectors: Float64Array,
  size: number,
  l: number,
): void {
  for (let step = 0; step < MOST_STEPS; step++) {
    let m = l;
    for (; m < size - 1; m++) {
      const near = Math.abs(diagonal[m]) + Math.abs(diagonal[m + 1]);
      if (Math.abs(beside[m]) <= 2 ** -52 * near) break;
    }
    if (m === l) return;
    const slope = (diagonal[l + 1] - diagonal[l]) / (2 * beside[l]);
    const length = Math.sqrt(slope * slope + 1);
    let g = diagonal[m] - diagonal[l] + beside[l] / (slope + (slope < 0 ? -length : length));
    let [sine, cosine, moved] = [1, 1, 0];
    let i = m - 1;
    for (; i >= l; i--) {
      const f = sine * beside[i];
      const b = cosine * beside[i];
      const r = Math.sqrt(f * f + g * g);
      beside[i + 1] = r;
      if (r === 0) {
        diagonal[i + 1] -= moved;
        beside[m] = 0;
        break;
      }
      sine = f / r;
      cosine = g / r;
      g = diagonal[i + 1] - moved;
      const q = (diagonal[i] - g) * sine + 2 * cosine * b;
      moved = sine * q;
      diagonal[i + 1] = g + moved;
      g = cosine * q - b;
      rotate(vectors, size, i, sine, cosine);
    }
    if (i >= l) continue;
    diagonal[l] -= moved;
    beside[l] = g;
    beside[m] = 0;
  }
}

function rotate(
  vectors: Float64Array,
  size: number,
  i: number,
  sine: number,
  cosine: number,
): void {
  const first = i * size;
  const second = first + size;
  for (let k = 0; k < size; k++) {
    const high = vectors[second + k];
    const low = vectors[first + k];
    vectors[second + k] = sine * low + cosine * high;
    vectors[first + k] = cosine * low - sine * high;
  }
}
