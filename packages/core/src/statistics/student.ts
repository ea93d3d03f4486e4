/** Student's t distribution for any degrees of freedom, whole or not; our own exp and log. */
import { insist } from '../error.js';
import { exp } from '../math/exp.js';
import { log, log1p } from '../math/log.js';
import { betaFraction } from './binomial.js';
import { normalQuantile } from './normal.js';

/** Above this the normal quantile with one correction term is exact to ten digits. */
const NEARLY_NORMAL = 1e5;

/** P(T > t) for Student's t with these degrees of freedom. */
export function studentAbove(t: number, degrees: number): number {
  if (t < 0) return 1 - studentAbove(-t, degrees);
  // P(|T| > t) is the incomplete beta function I_x(df/2, 1/2) at x = df / (df + t²).
  const square = t * t;
  const [a, b] = [degrees / 2, 0.5];
  if (square === 0) return 0.5;
  const x = degrees / (degrees + square);
  const rest = square / (degrees + square);
  const front = exp(-a * log1p(square / degrees) + b * log(rest) - logBetaHalf(a));
  // The continued fraction converges on its own side; on the other take the complement.
  if (x < (a + 1) / (a + b + 2)) return (0.5 * front * betaFraction(a, b, x)) / a;
  return 0.5 * (1 - (front * betaFraction(b, a, rest)) / b);
}

/** The t that Student's t exceeds with probability 1 − p. */
export function studentQuantile(p: number, degrees: number): number {
  insist(
    p > 0 && p < 1 && degrees > 0,
    () =>
      `t quantile: found p = ${p}, ${degrees} degrees of freedom; expected p in (0, 1) and more than 0.`,
  );
  if (p < 0.5) return -studentQuantile(1 - p, degrees);
  if (degrees > NEARLY_NORMAL) {
    const z = normalQuantile(p);
    return z + (z * z * z + z) / (4 * degrees);
  }
  if (last.p !== p || last.degrees !== degrees) last = { p, degrees, t: search(p, degrees) };
  return last.t;
}

/** Intervals along a curve ask a hundred times for the same quantile, which takes 100 µs. */
let last = { p: Number.NaN, degrees: Number.NaN, t: Number.NaN };

function search(p: number, degrees: number): number {
  let low = 0;
  let high = 1;
  while (studentAbove(high, degrees) > 1 - p) high *= 2;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (studentAbove(middle, degrees) > 1 - p) low = middle;
    else high = middle;
  }
  return high;
}

/** log B(a, ½) = log Γ(a) + log Γ(½) − log Γ(a + ½). */
function logBetaHalf(a: number): number {
  return 0.5 * log(Math.PI) + logGamma(a) - logGamma(a + 0.5);
}

/** Stirling's series, after moving the argument to where it converges. */
function logGamma(value: number): number {
  let x = value;
  let shift = 0;
  for (; x < 16; x++) shift += log(x);
  const square = x * x;
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / x;
  return (x - 0.5) * log(x) - x + 0.5 * log(2 * Math.PI) + series - shift;
}
