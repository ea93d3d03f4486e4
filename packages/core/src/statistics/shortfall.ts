/**
 * When no threshold qualifies: how close the rows come, and how many it would take. Both are
 * descriptive, a help for planning: nothing here is certified.
 */
import { type Outcome, outcomeAt, type PreparedRows, rowCount } from './certifying-rows.js';
import type { PromiseName, Promises } from './promises/contract.js';
import { askedOf, boundsAt, brokenTests, PROMISES, promiseTests } from './promises/registry.js';
import { MOST_ROWS } from './rows-to-certify.js';
import { type StoredThreshold, storeThreshold } from './stored-threshold.js';

/** The one threshold that decided that none qualifies: the walk goes no further than a failure. */
export interface FailedStart {
  readonly threshold: StoredThreshold;
  /** In the group (of several) that comes off worst. */
  readonly estimate: Outcome;
  /** What these rows would promise here, each promise on its own. */
  readonly bounds: Promises;
  /** The promises that failed here. */
  readonly failed: readonly PromiseName[];
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
  const names = PROMISES.map(({ name }) => name);
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
  const best: { [name in PromiseName]?: number } = {};
  // Without whole right/wrong rows to count, a bound costs a pass over the rows for every guess:
  // a few thresholds tell as much.
  const step = parts.every(({ values }) => values.exact) ? 1 : Math.ceil(thresholds.length / FEW);
  for (const threshold of thresholds.filter((_, k) => k % step === 0)) {
    const bounds = parts.map((rows) => boundsAt(rows, threshold, delta, promises));
    for (const { kind } of askedOf(promises)) {
      const own = bounds.map((each) => each[kind.name]!);
      const [worst, better] =
        kind.direction === 'at most'
          ? ([Math.max(...own), Math.min] as const)
          : ([Math.min(...own), Math.max] as const);
      best[kind.name] = better(best[kind.name] ?? worst, worst);
    }
  }
  return best;
}

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
  const all = parts.reduce((rows, part) => rows + rowCount(part), 0);
  const options = thresholds.map((threshold) => {
    const needed = parts.map((rows) => {
      const share = rowCount(rows) / all;
      return rowsAt(rows, threshold, promises, delta) / share;
    });
    return Math.ceil(Math.max(...needed));
  });
  const least = Math.min(...options);
  // Counting rows knows nothing of clusters and weights: fewer than have just failed is no answer.
  const isPlain = parts.every(({ values }) => values.exact);
  return least <= MOST_ROWS && (isPlain || least > all) ? least : null;
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

function rowsAt(rows: PreparedRows, threshold: number, promises: Promises, delta: number): number {
  const needed = askedOf(promises).map(({ kind, bound }) =>
    kind.rowsNeeded(rows, threshold, bound, delta),
  );
  return Math.max(1, ...needed);
}
