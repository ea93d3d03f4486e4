/** The standard normal distribution, with our own exp so that it has the same bytes everywhere. */
import { insist } from '../error.js';
import { exp } from '../math/exp.js';

const INVERSE_ROOT_TWO_PI = 0.3989422804014327;

/** P(Z ≤ x). */
export function normalAtMost(x: number): number {
  if (x > 0) return 1 - normalAtMost(-x);
  if (x < -38.5) return 0;
  const density = INVERSE_ROOT_TWO_PI * exp((-x * x) / 2);
  if (x > -3) {
    // Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …)
    let term = x;
    let sum = x;
    for (let j = 3; sum + term !== sum || j === 3; j += 2) {
      term *= (x * x) / j;
      sum += term;
    }
    return 0.5 + density * sum;
  }
  // The tail is φ(x) / (t + 1/(t + 2/(t + 3/…))), t = −x.
  let fraction = -x;
  for (let j = 200; j >= 1; j--) fraction = -x + j / fraction;
  return density / fraction;
}

/** The x with P(Z ≤ x) = p. */
export function normalQuantile(p: number): number {
  insist(p > 0 && p < 1, () => `normal quantile: found p = ${p}, expected a number in (0, 1).`);
  if (p > 0.5) return -normalQuantile(1 - p);
  let low = -38.5;
  let high = 0;
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (normalAtMost(middle) < p) low = middle;
    else high = middle;
  }
  return high;
}
