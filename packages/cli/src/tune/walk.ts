import type { Grid, Policy, Promises } from '@cede/core';
import { gridOf } from './grid-of.js';

/**
 * With a rate to keep beside another promise, the walk must begin where the rate is safely below:
 * it stops at the first failure. The stored rates come from the calibration rows, so their noise
 * counts beside that of the certifying rows. Known before any certifying row is looked at.
 */
export function walkFor(policy: Policy, { maxRate, ...others }: Promises, rows: number): Grid {
  const grid = gridOf(policy);
  const alone = others.maxError === undefined && others.minGain === undefined;
  if (maxRate === undefined || alone) return grid;
  const noise = Math.sqrt(maxRate * (1 - maxRate) * (1 / rows + 1 / policy.calibration.rows));
  const last = grid.rates.length - 1;
  const kept = grid.rates.map((rate, k) => k === last || rate <= maxRate - 3 * noise);
  return {
    thresholds: grid.thresholds.filter((_, k) => kept[k]),
    rates: grid.rates.filter((_, k) => kept[k]),
  };
}
