/**
 * A grid over all rates, with what was estimated at each threshold from rows that certify nothing.
 * For promises that don't get easier towards the rate of least error: where the walk begins is told
 * by the estimates, see start-of-walk.ts.
 */
import { insist } from '../error.js';
import type { Grid } from './grid.js';
import { LARGEST_GRID } from './grid.js';
import type { GridEstimate } from './promises/contract.js';
import { storeThreshold } from './stored-threshold.js';

export interface EstimatedCut {
  readonly threshold: number;
  readonly estimate: GridEstimate;
}

/** Over cuts of rising rates from 0 to 1: at most `size` of them, evenly spread, rates falling. */
export function spanningGrid(cuts: readonly EstimatedCut[], size = LARGEST_GRID): Grid {
  insist(cuts.length > 0, () => 'grid: found no thresholds, expected at least 1.');
  const chosen: EstimatedCut[] = [];
  let next = cuts.length - 1;
  for (let step = size - 1; step >= 0; step--) {
    const rate = step / (size - 1);
    // Of two equally near rates the lower.
    while (
      next > 0 &&
      Math.abs(cuts[next - 1].estimate.rate - rate) <= Math.abs(cuts[next].estimate.rate - rate)
    )
      next--;
    if (chosen.at(-1) !== cuts[next]) chosen.push(cuts[next]);
  }
  return {
    thresholds: chosen.map(({ threshold }) => storeThreshold(threshold)),
    rates: chosen.map(({ estimate }) => estimate.rate),
    estimates: chosen.map(({ estimate }) => estimate),
  };
}
