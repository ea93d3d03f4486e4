/**
 * Exact binomial tails for any n we meet (10⁷ and more). P(X ≤ k) is a density times a continued
 * fraction (the incomplete beta function); the density is written as a saddle point, because
 * log n! − log k! − log (n−k)! would lose eight digits to cancellation at n = 10⁷.
 */
import { insist } from '../error.js';
import { exp } from '../math/exp.js';
import { log, log1p } from '../math/log.js';

/** P(X = k), X ~ Binomial(n, p). */
export function binomialDensity(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  if (k === 0) return exp(n * log1p(-p));
  if (k === n) return exp(n * log(p));
  const exponent =
    stirlingError(n) -
    stirlingError(k) -
    stirlingError(n - k) -
    deviance(k, n * p) -
    deviance(n - k, n * (1 - p));
  return exp(exponent) * Math.sqrt(n / (2 * Math.PI * k * (n - k)));
}

/** P(X ≤ k), X ~ Binomial(n, p). */
export function binomialAtMost(k: number, n: number, p: number): number {
  insist(
    Number.isInteger(k) && Number.isInteger(n) && n >= 0 && p >= 0 && p <= 1,
    () => `binomial: found k = ${k}, n = ${n}, p = ${p}; expected whole k, n ≥ 0 and p in [0, 1].`,
  );
  if (k < 0) return 0;
  if (k >= n) return 1;
  if (p === 0) return 1;
  if (p === 1) return 0;
  // The fraction converges on its own side of the mean; on the other take the complement.
  if (1 - p < (n - k + 1) / (n + 3)) return lowerTail(k, n, p);
  return Math.max(0, 1 - upperTail(k + 1, n, p));
}

/** P(X ≥ k), without the cancellation of 1 − P(X ≤ k − 1). */
export function binomialAtLeast(k: number, n: number, p: number): number {
  if (k <= 0 || k > n || p === 0 || p === 1) return 1 - binomialAtMost(k - 1, n, p);
  if (p < (k + 1) / (n + 3)) return upperTail(k, n, p);
  return Math.max(0, 1 - lowerTail(k - 1, n, p));
}

function lowerTail(k: number, n: number, p: number): number {
  return Math.min(1, binomialDensity(k, n, p) * p * betaFraction(n - k, k + 1, 1 - p));
}

function upperTail(k: number, n: number, p: number): number {
  return Math.min(1, binomialDensity(k, n, p) * (1 - p) * betaFraction(k, n - k + 1, p));
}

/** Clopper–Pearson: the largest p that k successes in n don't rule out, P(X ≤ k | p) = δ. */
export function upperProportion(k: number, n: number, delta: number): number {
  if (k >= n) return 1;
  return bisect((p) => binomialAtMost(k, n, p) > delta);
}

/** Clopper–Pearson: the smallest p that k successes in n don't rule out. */
export function lowerProportion(k: number, n: number, delta: number): number {
  if (k <= 0) return 0;
  return 1 - upperProportion(n - k, n, delta);
}

/** The upper end of the set where `inside` holds, on [0, 1]: the end that errs on the safe side. */
function bisect(inside: (p: number) => boolean): number {
  let low = 0;
  let high = 1;
  while (high - low > 1e-15 + 1e-13 * high) {
    const middle = (low + high) / 2;
    if (inside(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** log n! − (½ log 2πn + n log n − n): what Stirling's formula misses. */
function stirlingError(n: number): number {
  if (n < SMALL) return SMALL_ERRORS[n];
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / n;
}

const SMALL = 32;
const SMALL_ERRORS = smallErrors();
function smallErrors(): Float64Array {
  const errors = new Float64Array(SMALL);
  let factorial = 1; // n! is exact up to 22!, and rounded by an ulp or so from there
  for (let n = 1; n < SMALL; n++) {
    factorial *= n;
    errors[n] = log(factorial) - (0.5 * log(2 * Math.PI * n) + n * log(n) - n);
  }
  return errors;
}

/** x·log(x/m) + m − x ≥ 0, accurate also where x is close to m. */
function deviance(x: number, m: number): number {
  const v = (x - m) / (x + m);
  if (Math.abs(v) > 0.1) return x * log(x / m) + m - x;
  // log(x/m) = 2·atanh(v); the leading terms combine into (x − m)·v.
  let power = v;
  let sum = 0;
  for (let j = 3; j < 60; j += 2) {
    power *= v * v;
    const term = power / j;
    if (sum + term === sum) break;
    sum += term;
  }
  return (x - m) * v + 2 * x * sum;
}

/** The continued fraction of the incomplete beta function I_x(a, b), by Lentz's method. */
export function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300;
  const keep = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / keep(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m < 1_000_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / keep(1 + even * d);
    c = keep(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / keep(1 + odd * d);
    c = keep(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return result;
}
