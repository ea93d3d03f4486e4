import {
  type CertifyInput,
  type Grid,
  type Policy,
  type Promises,
  rightCalibration,
  type StoredThreshold,
  settingAt,
  spanningCalibrationGrid,
  type Table,
  thresholdValue,
} from '@cede/core';
import type { CountedRows } from './counted-rows.js';
import { estimatedCosts } from './estimated-costs.js';
import { storedGrid } from './stored-grid.js';

/** In which order thresholds are tested. */
export interface TestOrder extends Pick<CertifyInput, 'grid' | 'walk' | 'from' | 'startsKept'> {
  /**
   * Where it begins: at the least estimated error, loss or cost, or where nothing is handed over.
   * 'errors' is the least error among thresholds that were set by what errors cost; 'likeliest' is
   * where the estimates say that all promises are most likely to pass.
   */
  readonly begins: 'error' | 'errors' | 'loss' | 'cost' | 'nothing' | 'likeliest';
}

/**
 * The order in which thresholds are tested: known before any certifying row is looked at, which is
 * what makes the test valid. Costs begin where they are estimated to be least. Where the policy
 * can't tell that, and for what answers alone cost, the walk goes up from handing nothing over.
 */
export function testOrder(
  policy: Policy,
  table: Table,
  counted: CountedRows,
  promises: Promises,
  { rows, errorCost }: { readonly rows: number; readonly errorCost?: number },
): TestOrder {
  const { what, startsFree } = counted;
  const up = { walk: 'up', startsKept: startsFree, begins: 'nothing' } as const;
  if (what === 'answers') return { grid: storedGrid(policy), ...up };
  if (promises.maxKeptError !== undefined || promises.budget !== undefined)
    return { grid: estimatedGrid(policy, counted), begins: 'likeliest' };
  const grid = gridWithin(policy, promises, rows);
  const estimated = what === 'cost' ? estimatedCosts(policy, table, counted, errorCost) : undefined;
  if (estimated)
    return { grid, from: least(grid, (stored) => estimated.get(stored)!), begins: 'cost' };
  // Handing nothing over saves nothing, so a saving is never found from there.
  if (what === 'cost' && promises.minGain === undefined) return { grid: storedGrid(policy), ...up };
  const right = rightCalibration(policy.calibration);
  if (what === 'error' && right) {
    const wrong = (stored: StoredThreshold) => -settingAt(right, thresholdValue(stored)).value;
    return { grid, from: least(grid, wrong), begins: 'errors' };
  }
  return { grid, begins: policy.calibration.target === 'loss' ? 'loss' : 'error' };
}

/** Over all rates, with estimates: the kept cases don't get better towards the least error. */
function estimatedGrid({ calibration }: Policy, { rows }: CountedRows): Grid {
  const grid = spanningCalibrationGrid(calibration);
  const largestSpending = rows.spending?.range.largest;
  return {
    ...grid,
    estimates: grid.estimates!.map((estimate) => ({ ...estimate, largestSpending })),
  };
}

/** Of two equal ones the first, which hands over more. */
const least = ({ thresholds }: Grid, of: (stored: StoredThreshold) => number): StoredThreshold =>
  thresholds.reduce((best, stored) => (of(stored) < of(best) ? stored : best));

/**
 * With a rate to keep beside another promise, the walk must begin where the rate is safely below:
 * it stops at the first failure. The stored rates come from the calibration rows, so their noise
 * counts beside that of the certifying rows.
 */
function gridWithin(policy: Policy, { maxRate, ...others }: Promises, rows: number) {
  const grid = storedGrid(policy);
  const alone = others.maxError === undefined && others.minGain === undefined;
  if (maxRate === undefined || alone) return grid;
  const { effectiveRows = policy.calibration.rows } = policy.calibration;
  const noise = Math.sqrt(maxRate * (1 - maxRate) * (1 / rows + 1 / effectiveRows));
  const last = grid.rates.length - 1;
  const kept = grid.rates.map((rate, k) => k === last || rate <= maxRate - 3 * noise);
  return {
    thresholds: grid.thresholds.filter((_, k) => kept[k]),
    rates: grid.rates.filter((_, k) => kept[k]),
  };
}
