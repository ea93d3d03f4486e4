/**
 * When no threshold qualifies: how close the rows come, and how many it would take. Both are
 * descriptive, a help for planning: nothing here is certified.
 */
import { log } from '../math/log.js';
import { lowerMeanFixed } from './betting.js';
import { binomialAtMost, upperProportion } from './binomial.js';
import { normalQuantile } from './normal.js';
import {
  brokenTests,
  contributions,
  type Outcome,
  outcomeAt,
  type PreparedRows,
  type Promises,
  promiseTests,
  sum,
} from './promise.js';
import { type StoredThreshold, storeThreshold } from './stored-threshold.js';

/** The one threshold that decided that none qualifies: the walk goes no further than a failure. */
export interface FailedStart {
  readonly threshold: StoredThreshold;
  /** In the group (of several) that comes off worst. */
  readonly estimate: Outcome;
  /** What these rows would promise here, each promise on its own. */
  readonly bounds: Promises;
  /** The promises that failed here. */
  readonly failed: readonly (keyof Promises)[];
}

export function failedStart(
  parts: readonly PreparedRows[],
  threshold: number,
  promises: Promises,
  delta: number,
  seed: number,
): FailedStart {
  const tests = parts.map((rows) => promiseTests(rows, threshold, promises, delta, seed));
  const largest = (p: (typeof tests)[number]) => Math.max(...Object.values(p));
  const worst = tests.reduce((k, test, j) => (largest(test) > largest(tests[k]) ? j : k), 0);
  const names = ['maxError', 'maxRate', 'minGain'] as const;
  return {
    threshold: storeThreshold(threshold),
    estimate: outcomeAt(parts[worst], threshold),
    bounds: boundsAt(parts[worst], threshold, delta, promises),
    failed: names.filter((name) => tests.some(({ [name]: p }) => p !== undefined && !(p <= delta))),
  };
}

const FEW = 8;

/** The best bound at any threshold, in the worst group, each threshold taken on its own. */
export function reachableBounds(
  parts: readonly PreparedRows[],
  thresholds: readonly number[],
  promises: Promises,
  delta: number,
): Promises {
  const best: { -readonly [name in keyof Promises]: number } = {};
  // Without whole right/wrong rows to count, a bound costs a pass over the rows for every guess:
  // a few thresholds tell as much.
  const step = parts.every(({ exact }) => exact) ? 1 : Math.ceil(thresholds.length / FEW);
  for (const threshold of thresholds.filter((_, k) => k % step === 0)) {
    const bounds = parts.map((rows) => boundsAt(rows, threshold, delta, promises));
    const error = Math.max(...bounds.map(({ maxError }) => maxError ?? 1));
    const rate = Math.max(...bounds.map(({ maxRate }) => maxRate ?? 1));
    const gain = Math.min(...bounds.map(({ minGain }) => minGain ?? -1));
    if (promises.maxError !== undefined) best.maxError = Math.min(best.maxError ?? 1, error);
    if (promises.maxRate !== undefined) best.maxRate = Math.min(best.maxRate ?? 1, rate);
    if (promises.minGain !== undefined) best.minGain = Math.max(best.minGain ?? -1, gain);
  }
  return best;
}

/** Bounds at one threshold, each with confidence 1 − δ on its own; only those in `wanted`. */
export function boundsAt(
  rows: PreparedRows,
  threshold: number,
  delta: number,
  wanted: { readonly [name in keyof Promises]?: unknown },
): Promises {
  const n = rows.model.length;
  const { deferred, right, gain } = contributions(rows, threshold);
  const below = (values: Float64Array, low: number, high: number) =>
    lowerMeanFixed({ values, low, weight: rows.weight, clusters: rows.clusters }, delta, high);
  const bounds: { -readonly [name in keyof Promises]: number } = {};
  if (wanted.maxError !== undefined) {
    bounds.maxError = rows.exact
      ? upperProportion(n - sum(right), n, delta)
      : 1 - below(right, 0, 1);
  }
  if (wanted.maxRate !== undefined) {
    bounds.maxRate =
      rows.weight || rows.clusters
        ? -below(
            deferred.map((each) => -each),
            -1,
            0,
          )
        : upperProportion(sum(deferred), n, delta);
  }
  if (wanted.minGain !== undefined) bounds.minGain = below(gain, -1, 1);
  return bounds;
}

const MOST_ROWS = 100_000_000;
const POWER = 0.8;

/**
 * Rows that would certify the easiest threshold of the grid with a chance of 80 %, if the estimates
 * on these rows are the truth. null where every threshold breaks a promise.
 */
export function rowsToCertify(
  parts: readonly PreparedRows[],
  thresholds: readonly number[],
  promises: Promises,
  delta: number,
): number | null {
  const all = parts.reduce((rows, part) => rows + part.model.length, 0);
  const options = thresholds.map((threshold) => {
    const needed = parts.map((rows) => {
      const share = rows.model.length / all;
      return rowsAt(rows, threshold, promises, delta) / share;
    });
    return Math.ceil(Math.max(...needed));
  });
  const least = Math.min(...options);
  return least <= MOST_ROWS ? least : null;
}

const CHANCE = 0.05;

/**
 * Whether every one of the thresholds breaks a promise by more than chance explains, each tested at
 * 5 %. An estimate above a promise is not enough to say so: few rows often show one.
 */
export function seemsBroken(
  parts: readonly PreparedRows[],
  thresholds: readonly number[],
  promises: Promises,
): boolean {
  const level = CHANCE / (parts.length * Object.keys(promises).length);
  return thresholds.every((threshold) =>
    parts.some((rows) =>
      Object.values(brokenTests(rows, threshold, promises, level)).some((p) => p <= level),
    ),
  );
}

function rowsAt(
  rows: PreparedRows,
  threshold: number,
  { maxError, maxRate, minGain }: Promises,
  delta: number,
): number {
  const { rate, error, gain } = outcomeAt(rows, threshold);
  const needed = [1];
  if (maxError !== undefined) needed.push(rowsForShare(error, maxError, delta));
  if (maxRate !== undefined) needed.push(rowsForShare(rate, maxRate, delta));
  if (minGain !== undefined) {
    const changed = contributions(rows, threshold).gain;
    const square = changed.reduce((total, z) => total + z * z, 0) / changed.length;
    needed.push(rowsForMean(gain, Math.sqrt(square - gain * gain), minGain, delta));
  }
  return Math.max(...needed);
}

/** Rows at which a share `estimate` is certified to be at most `bound`. */
export function rowsForShare(estimate: number, bound: number, delta: number): number {
  if (estimate >= bound) return Infinity;
  const z = normalQuantile(POWER);
  const certified = (n: number) => {
    const likely = Math.ceil(estimate * n + z * Math.sqrt(n * estimate * (1 - estimate)));
    return binomialAtMost(Math.min(likely, n), n, bound) <= delta;
  };
  let high = 1;
  while (!certified(high)) {
    if (high > MOST_ROWS) return Infinity;
    high *= 2;
  }
  let low = high / 2;
  while (high - low > Math.max(1, high / 1000)) {
    const middle = Math.floor((low + high) / 2);
    if (certified(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** A betting test grows by about (μ − g)²/2σ² a row, and first has to win back its ladder (log 6). */
function rowsForMean(mean: number, spread: number, bound: number, delta: number): number {
  if (mean <= bound) return Infinity;
  const z = normalQuantile(POWER);
  const root = (z + Math.sqrt(z * z + 2 * log(6 / delta))) * (spread / (mean - bound));
  return Math.ceil(root * root);
}
