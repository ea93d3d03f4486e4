import { InputError, outcomesOf, type Table, type TableLosses, tableLosses } from '@cede/core';

/** What every case costs in all: if the model's answer stands, and if the expert answers. */
export interface CaseCosts {
  readonly kept: Float64Array;
  /** NaN where the expert was not asked. */
  readonly handed: Float64Array;
  /** The largest cost a case can have: scales costs to [0, 1]. */
  readonly largest: number;
  /** Whether errors are priced at all, or only the answers. */
  readonly errorsPriced: boolean;
}

/**
 * An error costs what the cost matrix says, or the table's own loss, or `errorCost` each; the
 * model runs on every case (its probabilities are what decides), so a case handed over costs both
 * answers.
 */
export function caseCosts(table: Table, expert: number, errorCost?: number): CaseCosts {
  const errors = errorCosts(table, expert, errorCost);
  if (!errors && !hasAnswerCosts(table, expert))
    throw new InputError(
      `costs: the table has no costs. Give expert_cost and model_cost columns, a --cost-matrix, or --error-cost.`,
    );
  const answers = answerCosts(table, expert);
  if (!errors) return { ...answers, errorsPriced: false };
  const dearest = errors.largest ?? Math.max(most(errors.model), most(errors.expert));
  return {
    kept: answers.kept.map((cost, i) => cost + errors.model[i]),
    handed: answers.handed.map((cost, i) => cost + errors.expert[i]),
    largest: answers.largest + dearest,
    errorsPriced: true,
  };
}

/** What answers alone cost: what is invoiced, whoever is right. Needs no truth. */
export function answerCosts(
  { rows, modelCost, experts }: Table,
  expert: number,
): Omit<CaseCosts, 'errorsPriced'> {
  const asked = experts[expert]?.cost;
  const kept = Float64Array.from({ length: rows }, (_, i) => (modelCost ? modelCost[i] : 0));
  const handed = kept.map((cost, i) => cost + (asked ? asked[i] : 0));
  return { kept, handed, largest: most(handed) };
}

export const hasAnswerCosts = ({ modelCost, experts }: Table, expert: number): boolean =>
  modelCost !== undefined || experts[expert]?.cost !== undefined;

function most(values: ArrayLike<number>): number {
  let top = 0;
  for (let i = 0; i < values.length; i++) top = Math.max(top, values[i] || 0);
  return top;
}

interface ErrorCosts {
  readonly model: ArrayLike<number>;
  readonly expert: ArrayLike<number>;
  readonly largest?: number;
}

function errorCosts(table: Table, expert: number, each: number | undefined): ErrorCosts | null {
  const { target, model, expert: other } = outcomesOf(table, expert);
  if (table.costMatrix) {
    const losses = tableLosses(table, 'cost', expert);
    return {
      model: meanLosses(losses.model),
      expert: meanLosses(losses.expert),
      largest: table.costMatrix.reduce((top, value) => Math.max(top, value), 0),
    };
  }
  if (target === 'loss')
    return { model: model.map((value) => -value), expert: other.map((value) => -value) };
  if (each === undefined) return null;
  return {
    model: model.map((right) => each * (1 - right)),
    expert: other.map((right) => each * (1 - right)),
    largest: each,
  };
}

/** One cost a row; with votes, the mean over them. */
function meanLosses({ rows, atoms, losses, mass }: TableLosses['model']): Float64Array {
  const means = new Float64Array(rows);
  for (let i = 0; i < losses.length; i++)
    means[Math.floor(i / atoms)] += (mass ? mass[i] : 1) * losses[i];
  return means;
}
