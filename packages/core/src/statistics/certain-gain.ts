/**
 * Is a gain certain? Against each of two controls, the model alone and as many rows handed over at
 * random, the gain at a rate in standard errors (by the interval formula of every gain), and how
 * large that must be. The claim has one side, and a critical value of its own for each control, over
 * all rates at once (max-t). A gain is certain at a rate where both are passed.
 */
import { rankScores, type Scores } from '../curve/ranked-scores.js';
import { stream } from '../random/stream.js';
import { quantile } from './band.js';
import { deferredAtRate } from './deferred-rows.js';
import {
  type GainInterval,
  type GainRows,
  gainInterval,
  unitTotals,
  weightedMean,
} from './gain-interval.js';
import { normalAtMost } from './normal.js';
import { studentQuantile } from './student.js';

export const CONTROLS = ['model', 'random'] as const;
export type AgainstControl = (typeof CONTROLS)[number];

/** How much of each row is handed over at every rate: worked out once, asked for often. */
export interface HandedAtRates {
  readonly rates: readonly number[];
  readonly shares: readonly Float64Array[];
}

export function handedAtRates(
  scores: Scores,
  rates: readonly number[],
  weight?: ArrayLike<number>,
): HandedAtRates {
  const ranked = rankScores(scores);
  return { rates, shares: rates.map((rate) => deferredAtRate(ranked, rate, weight)) };
}

/** The gain over one control at every rate, each with its two-sided pointwise interval. */
export const gainsAtRates = (
  rows: GainRows,
  { shares }: HandedAtRates,
  against: AgainstControl,
  confidence: number,
): GainInterval[] => shares.map((share) => gainInterval(rows, [share], against, confidence));

/** The largest gain over the random line in standard errors: what permuted rows are compared by. */
export function largestOverRandom(
  rows: GainRows,
  scores: Scores,
  rates: readonly number[],
): number {
  const handed = handedAtRates(scores, rates, rows.weight);
  const found = gainsAtRates(rows, handed, 'random', 0.95);
  return found.reduce(
    (top, gain, k) => Math.max(top, standardised(gain) - handicap(rates[k])),
    -Infinity,
  );
}

/**
 * Looking at many rates costs power at each. Those below 5 % and above half, where few gains are
 * found, pay more of it: there a gain must be this much larger, in standard errors. Sized before any
 * rows are seen, so the claim over all rates stays valid.
 */
export const handicap = (rate: number): number => (rate < 0.05 || rate > 0.5 ? 0.5 : 0);

/** 0 where too few units can tell anything. */
export const standardised = ({ canTell, centre, standardError }: GainInterval): number =>
  canTell ? centre / standardError : 0;

const DRAWS = 4000;

/**
 * The one-sided critical value over all rates at once: the quantile of the largest of as many normal
 * numbers, correlated as the gains at these rates are. A bootstrap of the rows would add the skewness
 * of the lowest rates, where a handful of rows is handed over, and so lose half of the power at all
 * others; what is sparse there is dealt with by the interval formula instead.
 */
export function oneSidedCritical(
  rows: GainRows,
  handed: HandedAtRates,
  against: AgainstControl,
  confidence: number,
  seed: number,
): number {
  const { rates } = handed;
  const factor = cholesky(correlations(rows, handed, against));
  const random = stream(seed, `critical value against ${against}`);
  const normals = new Float64Array(rates.length);
  const largest = Float64Array.from({ length: DRAWS }, () => {
    for (let k = 0; k < normals.length; k++) normals[k] = random.normal();
    let top = -Infinity;
    for (let k = 0; k < normals.length; k++) {
      let value = 0;
      for (let j = 0; j <= k; j++) value += factor[k][j] * normals[j];
      top = Math.max(top, value - handicap(rates[k]));
    }
    return top;
  });
  return quantile(largest, confidence);
}

/** Between the gains at any two rates, from what each unit adds to them. */
function correlations(
  rows: GainRows,
  { rates, shares }: HandedAtRates,
  against: AgainstControl,
): Float64Array[] {
  const { modelValue, expertValue, weight, clusters } = rows;
  const residuals = rates.map((rate, k) => {
    const base = against === 'random' ? rate : 0;
    const added = shares[k].map((share, i) => (share - base) * (expertValue[i] - modelValue[i]));
    const { sums, weights } = unitTotals(added, weight, clusters);
    const mean = weightedMean(added, weight);
    return sums.map((sum, u) => sum - mean * weights[u]);
  });
  const product = (a: Float64Array, b: Float64Array) => {
    let sum = 0;
    for (let u = 0; u < a.length; u++) sum += a[u] * b[u];
    return sum;
  };
  const lengths = residuals.map((each) => Math.sqrt(product(each, each)));
  // A rate at which nothing moves goes its own way.
  return residuals.map((a, k) =>
    Float64Array.from(residuals, (b, j) => {
      if (j === k) return 1;
      const scale = lengths[k] * lengths[j];
      return scale > 0 ? product(a, b) / scale : 0;
    }),
  );
}

/** L with L·Lᵀ = the matrix; what is a multiple of rates before it adds nothing of its own. */
function cholesky(matrix: readonly Float64Array[]): Float64Array[] {
  const factor = matrix.map((row) => new Float64Array(row.length));
  for (let k = 0; k < matrix.length; k++) {
    for (let j = 0; j <= k; j++) {
      let rest = matrix[k][j];
      for (let i = 0; i < j; i++) rest -= factor[k][i] * factor[j][i];
      if (j === k) factor[k][k] = Math.sqrt(Math.max(0, rest));
      else factor[k][j] = factor[j][j] > 1e-9 ? rest / factor[j][j] : 0;
    }
  }
  return factor;
}

/** The same critical value where few clusters leave few degrees of freedom. */
export function withDegrees(critical: number, effectiveUnits: number): number {
  if (!(effectiveUnits > 2)) return Infinity;
  const p = Math.min(normalAtMost(critical), 1 - 1e-12);
  return Math.max(critical, studentQuantile(p, effectiveUnits - 1));
}
