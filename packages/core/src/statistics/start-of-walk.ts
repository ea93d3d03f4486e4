/**
 * Where a walk over a grid begins. Any start is valid that the certifying rows have no say in: given
 * the policy and the number of rows, the thresholds to try and their order are then fixed. Take the
 * first of them that breaks its promise. The answer is that one or a later one only if its own test
 * passes, and its p-value is at most δ with a chance of at most δ. The start is only a matter of power:
 * the walk ends at once where the first test fails.
 */
import type { Grid } from './grid.js';
import type { GridEstimate, Promises } from './promises/contract.js';
import { askedOf } from './promises/registry.js';
import { type StoredThreshold, thresholdValue } from './stored-threshold.js';

/** What is known before the certifying rows are looked at. */
export interface Start {
  readonly grid: Grid;
  readonly promises: Promises;
  readonly from?: StoredThreshold;
  /** How many rows will certify. */
  readonly rows: number;
  readonly delta: number;
}

/**
 * Where the grid carries estimates, the walk begins at the threshold that by them is most likely to
 * pass with this many rows. Else at the first, or at `from`; with a rate to keep, thresholds that
 * would most likely exceed it are left out.
 */
export function startOfWalk({ grid, promises, from = 'inf', rows, delta }: Start): number[] {
  const { maxRate } = promises;
  const thresholds = grid.thresholds.map(thresholdValue);
  if (grid.estimates)
    return thresholds.slice(likeliestStart(grid.estimates, promises, rows, delta));
  const most =
    maxRate === undefined ? 1 : maxRate - 3 * Math.sqrt((maxRate * (1 - maxRate)) / rows);
  const first = thresholdValue(from);
  return thresholds.filter((threshold, k) => grid.rates[k] <= most && threshold <= first);
}

/** The place that is most likely to pass (of several promises the least likely counts); of equals the last. */
function likeliestStart(
  estimates: readonly GridEstimate[],
  promises: Promises,
  rows: number,
  delta: number,
): number {
  const chances = estimates.map((estimate) =>
    Math.min(
      ...askedOf(promises).map(({ kind, bound }) => kind.chance(estimate, bound, rows, delta) ?? 0),
    ),
  );
  return chances.reduce((best, chance, k) => (chance >= chances[best] ? k : best), 0);
}
