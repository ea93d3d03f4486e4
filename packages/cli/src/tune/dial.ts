import { dialBounds, dialSpending, type Policy, policyExpert, type StoredDial } from '@cede/core';
import { hasAnswerCosts } from '../costs/case-costs.js';
import type { CheckedTable } from '../tables.js';
import { type Certifying, certifyingRows } from './certifying-rows.js';
import { gridOf } from './grid-of.js';

/**
 * Bounds that hold at every stored threshold at once, in the table's unit where costs are counted.
 * Bounds on costs take seconds; counting takes none, so what answers cost is bounded on request.
 */
export function storedDial(
  policy: Policy,
  { table, hash }: CheckedTable,
  { rows, scale, what }: Certifying,
  options: {
    readonly confidence: number;
    readonly errorCost?: number;
    readonly spending: boolean;
  },
): StoredDial {
  const { confidence, errorCost } = options;
  const grid = gridOf(policy);
  const dial = dialBounds(grid, rows, confidence);
  const spending =
    options.spending && hasAnswerCosts(table, policyExpert(policy, table))
      ? spendingOf(policy, table, confidence)
      : undefined;
  return {
    ...dial,
    points: dial.points.map((point, k) => ({
      ...point,
      error: scale * point.error,
      errorAtMost: scale * point.errorAtMost,
      gain: scale * point.gain,
      gainAtLeast: scale * point.gainAtLeast,
      ...spending?.[k],
    })),
    table: { rows: table.rows, hash },
    ...(what === 'cost' && {
      cost: { largest: scale, ...(errorCost !== undefined && { errorCost }) },
    }),
  };
}

function spendingOf(policy: Policy, table: CheckedTable['table'], confidence: number) {
  const { rows, scale, startsFree } = certifyingRows(policy, table, { what: 'answers' });
  return dialSpending(gridOf(policy), rows, {
    largest: scale,
    startsFree: startsFree === true,
    confidence,
  });
}
