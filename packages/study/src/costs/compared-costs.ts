import { type AnswersMode, answersMode, deferralCurve, outcomesOf, type Table } from '@cede/core';
import type { MethodScores } from '../scores/method-scores.js';
import { leastCostTable } from './answers.js';
import type { CostCurves } from './cost-curves.js';
import { type CostInput, type CostReport, costReport } from './cost-report.js';

/** Costs with one way to answer. */
export interface AnsweredCosts {
  readonly report: CostReport;
  readonly curves: CostCurves;
}

/** Costs where answers are the most probable classes, and beside them those of least expected cost. */
export interface ComparedCosts extends AnsweredCosts {
  /** Which of the two counts: what headline, table and figures are about. */
  readonly answers: AnswersMode;
  /** Where a cost matrix is given and the model has probabilities. */
  readonly leastCost?: AnsweredCosts;
}

/**
 * Handing over must be compared with the cheapest way to ask nobody: against answers that ignore
 * their costs, any policy seems to save.
 */
export function comparedCosts(
  methods: readonly MethodScores[],
  table: Table,
  expert: number,
  options: CostInput & { readonly answers?: AnswersMode },
): ComparedCosts {
  const answers = answersMode(table, options.answers);
  const argmax = costReport(methods, table, expert, options);
  if (!table.costMatrix || !table.model) return { ...argmax, answers };
  const answered = leastCostTable(table);
  return {
    ...argmax,
    answers,
    leastCost: costReport(withOutcomes(methods, answered, expert), answered, expert, options),
  };
}

/** What counts, and the other way to answer where there is one. */
export function costsByAnswers(costs: ComparedCosts): {
  readonly main: AnsweredCosts;
  readonly other?: AnsweredCosts;
} {
  const { leastCost, report, curves } = costs;
  const argmax = { report, curves };
  if (!leastCost) return { main: argmax };
  return costs.answers === 'least-cost'
    ? { main: leastCost, other: argmax }
    : { main: argmax, other: leastCost };
}

/** The same scores; who is right changes with the answers. */
function withOutcomes(
  methods: readonly MethodScores[],
  table: Table,
  expert: number,
): MethodScores[] {
  const outcomes = outcomesOf(table, expert);
  return methods.map((method) =>
    method.scores.length === 0
      ? method
      : {
          ...method,
          curves: method.scores.map((scores) =>
            deferralCurve(scores, outcomes.model, outcomes.expert, table.weight),
          ),
        },
  );
}
