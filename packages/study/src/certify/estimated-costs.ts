import {
  countsCosts,
  expertFor,
  type Policy,
  rightCalibration,
  type StoredThreshold,
  settingAt,
  type Table,
  thresholdValue,
} from '@cede/core';
import { spentAt } from '../costs/policy-cost.js';
import type { Counted } from './counted-rows.js';
import { storedGrid } from './stored-grid.js';

/**
 * What a case costs at each stored threshold as far as the policy remembers, up to a constant;
 * undefined where it can't tell. The certifying rows are asked only which costs they have, never
 * how much: an order made by them would void the test.
 */
export function estimatedCosts(
  policy: Policy,
  table: Table,
  { pricedBy }: Counted,
  errorCost: number | undefined,
): Map<StoredThreshold, number> | undefined {
  // Errors at one price each are counted, not what a matrix made of them.
  const counted = pricedBy === 'error' ? rightCalibration(policy.calibration) : undefined;
  const calibration = counted ?? policy.calibration;
  const paid = expertFor(policy, table).cost !== undefined;
  if (paid && calibration.bins[0]?.expertCost === undefined) return undefined;
  const price = pricedBy && worthOfValue({ ...policy, calibration }, table, pricedBy, errorCost);
  if (price === undefined) return undefined;
  return new Map(
    storedGrid(policy).thresholds.map((stored) => {
      const threshold = thresholdValue(stored);
      const spent = paid ? spentAt(calibration, threshold)! : 0;
      return [stored, spent - price * settingAt(calibration, threshold).value];
    }),
  );
}

/** What one right answer more, or a loss smaller by 1, saves. */
function worthOfValue(
  policy: Policy,
  { costMatrix, classes }: Table,
  pricedBy: NonNullable<Counted['pricedBy']>,
  errorCost: number | undefined,
): number | undefined {
  const { target } = policy.calibration;
  if (pricedBy === 'error') return target === 'accuracy' ? errorCost : undefined;
  if (pricedBy === 'losses') return target === 'loss' ? 1 : undefined;
  if (pricedBy === 'answers') return undefined;
  if (countsCosts(policy)) return target === 'loss' ? 1 : undefined;
  // Right and wrong are remembered, not which answer was given: an error at the matrix's mean price.
  return target === 'accuracy' ? meanPrice(costMatrix!, classes.length) : undefined;
}

/** Wrong answers above right ones; undefined where errors cost no more. */
function meanPrice(matrix: Float64Array, classes: number): number | undefined {
  let right = 0;
  let wrong = 0;
  matrix.forEach((cost, k) => {
    if (k % (classes + 1) === 0) right += cost / classes;
    else wrong += cost / (classes * (classes - 1));
  });
  return wrong > right ? wrong - right : undefined;
}
