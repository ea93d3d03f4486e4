import { dialBounds, dialSpending, type Policy, policyExpert, type StoredDial } from '@cede/core';
import { answerCosts, type NamedTable } from '@cede/study';
import { answersPriced, type Certifying, certifyingRows } from './certifying-rows.js';
import { gridOf } from './grid-of.js';
import { unitOf } from './stored.js';

/**
 * Bounds that hold at every stored threshold at once. Errors and gains stay shares where costs are
 * counted, of the largest cost, as every policy file has had them; `spent` is in the table's unit.
 * Bounds on costs take seconds; counting takes none, so what answers cost is bounded on request.
 */
export function storedDial(
  policy: Policy,
  { table, hash }: NamedTable,
  certifying: Certifying,
  options: {
    readonly confidence: number;
    readonly errorCost?: number;
    readonly spending: boolean;
  },
): StoredDial {
  const { confidence, errorCost } = options;
  const grid = gridOf(policy);
  const dial = dialBounds(grid, certifying.rows, confidence);
  const spending =
    options.spending && answersPriced(policy, table) && costSomething(policy, table)
      ? spendingOf(policy, table, confidence)
      : undefined;
  return {
    ...dial,
    points: dial.points.map((point, k) => ({ ...point, ...spending?.[k] })),
    table: { rows: table.rows, hash },
    ...(certifying.what === 'cost' && { cost: unitOf(certifying, errorCost) }),
  };
}

const costSomething = (policy: Policy, table: NamedTable['table']): boolean =>
  answerCosts(table, policyExpert(policy, table)).largest > 0;

function spendingOf(policy: Policy, table: NamedTable['table'], confidence: number) {
  const { rows, scale, startsFree } = certifyingRows(policy, table, { what: 'answers' });
  return dialSpending(gridOf(policy), rows, {
    largest: scale,
    startsFree: startsFree === true,
    confidence,
  });
}
