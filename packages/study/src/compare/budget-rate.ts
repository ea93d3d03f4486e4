import {
  expertKind,
  hasAnswerCosts,
  InputError,
  parsePolicy,
  settingAt,
  type Table,
} from '@cede/core';
import { idleOption } from '../ask/idle-options.js';
import type { ComparisonPlan } from '../plan/plan.js';
import type { MethodScores } from '../scores/method-scores.js';

/**
 * The budget that sets the headline's rate; undefined where a rate was asked for. One that pays for
 * nothing, or can't pay for the model, is refused before anything is trained.
 */
export function budgetFor(
  { rate, budget }: { readonly rate?: number; readonly budget?: number },
  table: Table,
  expert: number,
): number | undefined {
  if (budget === undefined) return undefined;
  if (!expertKind(table.experts[expert]).answers)
    throw idleOption(
      'compare',
      'budget',
      'pays for the answers of an expert, and nobody is asked.',
    );
  if (!hasAnswerCosts(table, expert))
    throw new InputError(
      'compare: a budget pays for answers, and nothing says what they cost.',
      'costs-missing',
    );
  if (rate !== undefined) return undefined;
  const { modelCost, weight, rows } = table;
  let [spent, total] = [0, 0];
  for (let i = 0; i < rows; i++) {
    const w = weight ? weight[i] : 1;
    spent += w * (modelCost ? modelCost[i] : 0);
    total += w;
  }
  if (spent / total > budget * (1 + 1e-6))
    throw new InputError(
      `budget: ${budget} per case is less than the model alone costs (${+(spent / total).toPrecision(6)}). Give at least that.`,
      'budget-too-small',
      { budget, least: spent / total },
    );
  return budget;
}

/** The rate that the budget bought on the calibration rows: the test rows have no say in it. */
export function withBudgetRate(
  plan: ComparisonPlan,
  methods: readonly MethodScores[],
): ComparisonPlan {
  const deployed = methods.find(({ name }) => name === plan.chosen.name)?.deployed;
  if (plan.budget === undefined || !deployed) return plan;
  const { calibration, threshold } = parsePolicy(deployed.policy);
  return { ...plan, rate: settingAt(calibration, threshold.values[0]).rate, rateFrom: 'budget' };
}
