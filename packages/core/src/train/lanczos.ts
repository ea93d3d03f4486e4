import { symmetricEigen } from './eigen.js';

/**
 * Solutions of (A + penalty)·x = b for many penalties at once, A symmetric and known by its products
 * alone: Lanczos steps from b, every new direction made orthogonal to all before it.
 */
export interface Krylov {
  /** Orthonormal, the first along b. */
  readonly directions: readonly Float64Array[];
  /** One list of coordinates along the directions for each penalty. */
  coordinates(penalty: number): Float64Array;
}

export function krylov(
  times: (x: Float64Array) => Float64Array,
  b: Float64Array,
  steps: number,
): Krylov {
  const length = Math.sqrt(dot(b, b));
  if (!(length > 0)) return { directions: [], coordinates: () => new Float64Array() };
  const directions: Float64Array[] = [];
  const diagonal: number[] = [];
  const beside: number[] = [];
  let next = b.map((value) => value / length);
  while (directions.length < Math.min(steps, b.length)) {
    directions.push(next);
    const product = times(next);
    diagonal.push(dot(next, product));
    // Twice, as rounding leaves a little of the old directions the first time.
    for (const _pass of [1, 2])
      for (const direction of directions) {
        const share = dot(direction, product);
        for (let k = 0; k < product.length; k++) product[k] -= share * direction[k];
      }
    const left = Math.sqrt(dot(product, product));
    if (!(left > 1e-10 * Math.max(...diagonal.map(Math.abs)))) break;
    beside.push(left);
    next = product.map((value) => value / left);
  }
  const size = directions.length;
  const lower = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    lower[k * size + k] = diagonal[k];
    if (k > 0) lower[k * size + k - 1] = beside[k - 1];
  }
  const { values, vectors } = symmetricEigen(lower, size);
  return {
    directions,
    coordinates(penalty) {
      const result = new Float64Array(size);
      for (let j = 0; j < size; j++) {
        const share = (length * vectors[j * size]) / (Math.max(0, values[j]) + penalty);
        for (let k = 0; k < size; k++) result[k] += share * vectors[j * size + k];
      }
      return result;
    },
  };
}

export function dot(a: Float64Array, b: Float64Array): number {
  return inner(a, 0, b, 0, a.length);
}

/** Of two runs of numbers; four sums at a time, in a fixed order. */
export function inner(
  a: Float64Array,
  atA: number,
  b: Float64Array,
  atB: number,
  count: number,
): number {
  let [p, q, r, s] = [0, 0, 0, 0];
  const end = count - (count % 4);
  for (let k = 0; k < end; k += 4) {
    p += a[atA + k] * b[atB + k];
    q += a[atA + k + 1] * b[atB + k + 1];
    r += a[atA + k + 2] * b[atB + k + 2];
    s += a[atA + k + 3] * b[atB + k + 3];
  }
  for (let k = end; k < count; k++) p += a[atA + k] * b[atB + k];
  return p + q + (r + s);
}
