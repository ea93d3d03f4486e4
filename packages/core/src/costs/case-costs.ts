import { InputError } from '../error.js';
import { NOBODY } from '../table/expert-kinds/nobody.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { type TableLosses, tableLosses } from '../table/losses.js';
import { expertAt, outcomesOf } from '../table/outcomes.js';
import type { Expert, Table } from '../table/table.js';

/** What tells what errors cost: a matrix, the table's own losses, one price, or nothing but answers. */
export type PricedBy = 'matrix' | 'losses' | 'error' | 'answers';

/** What every case costs in all: if the model's answer stands, and if the expert answers. */
export interface CaseCosts {
  readonly kept: Float64Array;
  /** NaN where the expert was not asked. */
  readonly handed: Float64Array;
  /** The largest cost a case can have: scales costs to [0, 1]. */
  readonly largest: number;
  /** Whether errors are priced at all, or only the answers; and by what. */
  readonly errorsPriced: boolean;
  readonly pricedBy: PricedBy;
  /** The most an error can cost: a number where that is certain, 'losses' where only rows show it. */
  readonly dearestError?: number | 'losses';
}

/**
 * An error costs what the cost matrix says, or the table's own loss, or `errorCost` each; the
 * model runs on every case (its probabilities are what decides), so a case handed over costs both
 * answers.
 */
export function caseCosts(table: Table, expert: number | Expert, errorCost?: number): CaseCosts {
  const errors = errorCosts(table, expert, errorCost);
  if (!errors && !hasAnswerCosts(table, expert))
    throw new InputError(
      'costs: the table has no costs, neither of answers (columns expert_cost and model_cost) nor of errors.',
      'prices-missing',
    );
  const answers = answerCosts(table, expert);
  if (!errors) return { ...answers, errorsPriced: false, pricedBy: 'answers' };
  const dearest = errors.largest ?? Math.max(most(errors.model), most(errors.expert));
  return {
    kept: answers.kept.map((cost, i) => cost + errors.model[i]),
    handed: answers.handed.map((cost, i) => cost + errors.expert[i]),
    largest: answers.largest + dearest,
    errorsPriced: true,
    pricedBy: errors.pricedBy,
    dearestError: errors.largest ?? 'losses',
  };
}

/**
 * Where nobody can be asked: a case that is turned away can't be wrong. The model has run on it all
 * the same, so its answer is paid for either way, as everywhere.
 */
export function rejectCosts(table: Table, errorCost?: number): CaseCosts {
  if (!errorCosts(table, NOBODY, errorCost))
    throw new InputError(
      'costs: this policy turns cases away and asks nobody, so only wrong answers make a difference, and nothing says how much.',
      'prices-missing',
    );
  return caseCosts(table, NOBODY, errorCost);
}

/** What answers alone cost: what is invoiced, whoever is right. Needs no truth. */
export function answerCosts(
  { rows, modelCost, experts }: Table,
  expert: number | Expert,
): Omit<CaseCosts, 'errorsPriced' | 'pricedBy'> {
  const asked = costOf(experts, expert);
  const kept = Float64Array.from({ length: rows }, (_, i) => (modelCost ? modelCost[i] : 0));
  const handed = kept.map((cost, i) => cost + (asked ? asked[i] : 0));
  return { kept, handed, largest: most(handed) };
}

/** Whether the table says what answers of the model or of this expert cost. */
export const hasAnswerCosts = ({ modelCost, experts }: Table, expert: number | Expert): boolean =>
  modelCost !== undefined || costOf(experts, expert) !== undefined;

/**
 * Whether costs can steer: errors have a price that these answers can be counted by. A matrix can't
 * price who is only right or wrong; losses alone are counted as they are, answers or no answers.
 */
export function errorsPriced(table: Table, expert: number | Expert, errorCost?: number): boolean {
  const { target, whyLossUnsuited } = expertKind(expertAt(table, expert));
  if (table.costMatrix) return table.model !== undefined && whyLossUnsuited('cost') === null;
  return target(table) === 'loss' ? hasAnswerCosts(table, expert) : errorCost !== undefined;
}

/** Rows that nobody has answered yet have no expert, and no price of one. */
const costOf = (experts: Table['experts'], expert: number | Expert) =>
  (typeof expert === 'number' ? experts[expert] : expert)?.cost;

function most(values: ArrayLike<number>): number {
  let top = 0;
  for (let i = 0; i < values.length; i++) top = Math.max(top, values[i] || 0);
  return top;
}

interface ErrorCosts {
  readonly model: Float64Array;
  readonly expert: Float64Array;
  /** The most an error can cost, where that is known and not only what these rows show. */
  readonly largest?: number;
  readonly pricedBy: PricedBy;
}

/** What wrong answers cost, by whatever tells it; null where nothing does. */
export function errorCosts(
  table: Table,
  expert: number | Expert,
  each: number | undefined,
): ErrorCosts | null {
  if (table.costMatrix) {
    if (each !== undefined)
      throw new InputError(
        'costs: the cost matrix prices every error, so one price for all of them prices nothing here.',
        'error-cost-idle',
      );
    const largest = table.costMatrix.reduce((top, value) => Math.max(top, value), 0);
    const shared = { largest, pricedBy: 'matrix' } as const;
    const losses = tableLosses(table, 'cost', expert);
    return { ...shared, model: meanLosses(losses.model), expert: meanLosses(losses.expert) };
  }
  const losses = expertKind(expertAt(table, expert)).target(table) === 'loss';
  if (each === undefined && !losses) return null;
  const { model, expert: other } = outcomesOf(table, expert);
  if (losses) {
    if (each !== undefined)
      throw new InputError(
        'costs: the table has losses of its own, so a cost of wrong answers prices nothing here.',
        'error-cost-idle',
      );
    const loss = (value: number) => -value;
    return { ...eachOf(model, other, loss), pricedBy: 'losses' };
  }
  const price = (right: number) => each! * (1 - right);
  return { ...eachOf(model, other, price), largest: each, pricedBy: 'error' };
}

/** In doubles: a price of 0.1 must stay the largest there is, to the last digit. */
const eachOf = (model: Float32Array, expert: Float32Array, cost: (value: number) => number) => ({
  model: Float64Array.from(model, cost),
  expert: Float64Array.from(expert, cost),
});

/** One cost a row; with votes, the mean over them. */
function meanLosses({ rows, atoms, losses, mass }: TableLosses['model']): Float64Array {
  const means = new Float64Array(rows);
  for (let i = 0; i < losses.length; i++)
    means[Math.floor(i / atoms)] += (mass ? mass[i] : 1) * losses[i];
  return means;
}
