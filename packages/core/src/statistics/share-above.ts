import { lowerMeanFixed } from './betting.js';
import { upperProportion } from './binomial.js';
import { claimOf, type PreparedRows, sum } from './certifying-rows.js';

/** How often a number lies above the range that the fitting rows showed: at most, but for δ. */
export function shareAbove(rows: PreparedRows, delta: number): number {
  const below = Float64Array.from(rows.above!, (above) => 1 - above);
  return rows.weight || rows.clusters
    ? 1 - lowerMeanFixed(claimOf(rows, below, 0), delta, 1)
    : upperProportion(below.length - sum(below), below.length, delta);
}
