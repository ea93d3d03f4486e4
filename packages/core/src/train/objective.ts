import type { PartialLosses } from '../ratio/partial.js';

/**
 * What is minimised: the mean over rows of plus[i]·ℓ₊(s) + minus[i]·ℓ₋(s). Row weights, ideal
 * weights and regression targets are all inside `plus` and `minus` (rows × outputs).
 */
export interface Objective {
  readonly partial: PartialLosses;
  readonly plus: Float32Array;
  readonly minus: Float32Array;
}

/**
 * Least squares is the squared pair in disguise: with a = (1 + t)/2 and b = (1 − t)/2,
 * a(v − 1)² + b(v + 1)² = (v − t)² + (1 − t²), the same gradient for any target t.
 */
export function regressionWeights(
  target: ArrayLike<number>,
  rowWeight?: ArrayLike<number>,
): Pick<Objective, 'plus' | 'minus'> {
  const n = target.length;
  const plus = new Float32Array(n);
  const minus = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    const weight = rowWeight ? rowWeight[i] : 1;
    plus[i] = (weight * (1 + target[i])) / 2;
    minus[i] = (weight * (1 - target[i])) / 2;
  }
  return { plus, minus };
}
