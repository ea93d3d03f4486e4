import {
  answerCosts,
  answeredTable,
  type CaseCosts,
  type CertifyingRows,
  type CostRows,
  caseCosts,
  expertFor,
  expertIfAny,
  expertKind,
  hasAnswerCosts,
  InputError,
  inputOf,
  type Policy,
  type PricedBy,
  policyExpert,
  policyOutcomes,
  type Range,
  rejectCosts,
  scoreRows,
  type Table,
  withinRange,
} from '@cede/core';

import { costRange, type DeclaredRanges, weightRange } from './ranges.js';

/** What is counted on the rows of a certificate, and in which unit. */
export interface Counted {
  /** Wrong answers, what errors and answers cost, or what answers alone cost. */
  readonly what: 'error' | 'cost' | 'answers';
  /** What 1 stands for: 1 for right and wrong, the largest cost or loss otherwise. */
  readonly scale: number;
  /** What errors cost was told by, where costs are counted. */
  readonly pricedBy?: PricedBy;
  /** False where there is no truth or no expert, so that only the rate can be promised. */
  readonly labelled: boolean;
  /** Where `scale` is the largest among the fitting rows, and dearer cases count as much. */
  readonly cutOff?: boolean;
  /** What counts up to the largest among the fitting rows beside that: weights, costs of answers. */
  readonly cutAt?: { readonly weight?: number; readonly answers?: number };
}

/** Rows as a certificate sees them: every value in [0, 1], 1 the best. */
export interface CountedRows extends Counted {
  readonly rows: CertifyingRows;
  /** Handing nothing over costs nothing, by definition: the model's answers have no price. */
  readonly startsFree?: boolean;
}

export interface CountingOptions extends DeclaredRanges {
  /** What is counted; wrong answers where left out (losses where the table has them). */
  readonly what?: Counted['what'];
  /** What each wrong answer costs, where no matrix says. */
  readonly errorCost?: number;
  /** Rows that cost nothing can't certify a cost, but they can be held against a certificate. */
  readonly mayBeFree?: boolean;
  /** The scale to count costs in, where a certificate has fixed it. */
  readonly scale?: number;
  /** What answers cost comes along, for a budget beside other promises. */
  readonly spending?: boolean;
}

/** The table's rows with the policy's scores; weights, clusters and propensities come along. */
export function countedRows(
  policy: Policy,
  given: Table,
  options: CountingOptions = {},
): CountedRows {
  // Right and wrong, and what errors cost, are those of the policy's own answers.
  const table = answeredTable(given, policy.answers);
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const shared = {
    scores,
    weight: table.weight,
    weightRange: weightRange(policy, table, options),
    clusters: table.cluster?.index,
    largestCluster: options.largestCluster,
    smallestPropensity: options.smallestPropensity,
    ...(options.spending && { spending: spendingRows(policy, table, options) }),
  };
  if (options.what === 'answers') return answerRows(policy, table, shared, options);
  if (!isLabelled(policy, table)) {
    const nothing = new Float64Array(table.rows);
    return {
      rows: { ...shared, modelValue: nothing, expertValue: nothing },
      scale: 1,
      what: 'error',
      labelled: false,
    };
  }
  const expert = expertFor(policy, table);
  const { propensity } = expert;
  const outcomes = policyOutcomes(policy, table);
  if (options.what === 'cost' || outcomes.target === 'loss') {
    const { answers: asks } = expertKind(expert);
    const costs = asks
      ? caseCosts(table, expert, options.errorCost)
      : rejectCosts(table, options.errorCost);
    const range = scaleOf(policy, costs, hasAnswerCosts(table, expert), options);
    const scale = range.largest;
    return {
      rows: {
        ...shared,
        ...scaledCosts(costs, range),
        propensity: costs.handed.some(Number.isNaN) ? propensity : undefined,
      },
      scale,
      ...(range.by === 'fitting' && { cutOff: true }),
      what: 'cost',
      pricedBy: costs.pricedBy,
      startsFree: costs.pricedBy === 'answers' && table.modelCost === undefined,
      labelled: true,
    };
  }
  return {
    rows: {
      ...shared,
      modelValue: outcomes.model,
      expertValue: outcomes.expert,
      propensity: outcomes.expert.some(Number.isNaN) ? propensity : undefined,
    },
    scale: 1,
    what: 'error',
    labelled: true,
  };
}

/** Costs of answers need neither truth nor the answers themselves. */
function answerRows(
  policy: Policy,
  table: Table,
  shared: Omit<CertifyingRows, 'modelValue' | 'expertValue'>,
  options: CountingOptions,
): CountedRows {
  const asked = expertIfAny(policy, table);
  if (asked && !expertKind(asked).answers)
    throw new InputError(
      'budget: this policy turns cases away and asks nobody, so its answers cost the same at every threshold.',
      'budget-unsuited',
    );
  if (!answersPriced(policy, table))
    throw new InputError(
      'budget: these rows have no costs of answers. Give an expert_cost (and model_cost) column.',
      'costs-missing',
    );
  const costs = answerCosts(table, policyExpert(policy, table));
  const range = scaleOf(policy, costs, true, options);
  return {
    rows: { ...shared, ...scaledCosts(costs, range) },
    scale: range.largest,
    ...(range.by === 'fitting' && { cutOff: true }),
    what: 'answers',
    labelled: true,
    startsFree: table.modelCost === undefined,
  };
}

/** Whether what answers cost can be counted: a policy that only turns cases away asks nobody. */
export function answersPriced(policy: Policy, table: Table): boolean {
  const asked = expertIfAny(policy, table);
  const asks = !asked || expertKind(asked).answers;
  return asks && hasAnswerCosts(table, policyExpert(policy, table));
}

/** What answers cost, beside what else is counted. */
function spendingRows(policy: Policy, table: Table, options: CountingOptions): CostRows {
  const { kept, handed } = answerCosts(table, policyExpert(policy, table));
  const range = costRange(policy, { answers: true }, { largestCost: options.largestCost });
  return { kept, handed, range };
}

/** What counts as 1: as a certificate has it, as declared, or as far as the fitting rows went. */
function scaleOf(
  policy: Policy,
  { largest, dearestError }: Pick<CaseCosts, 'largest' | 'dearestError'>,
  answers: boolean,
  { mayBeFree, scale, ...declared }: CountingOptions,
): Range {
  if (scale !== undefined) return { largest: scale, by: 'fitting' };
  if (largest > 0) return costRange(policy, { errors: dearestError, answers }, declared);
  // Nothing is as good in any unit.
  if (mayBeFree) return { largest: 1, by: 'declared' };
  throw new InputError('costs: no case costs anything, so there is nothing to certify.');
}

/** 1 costs nothing, 0 as much as counts; dearer cases lie below and are dealt with by the test. */
function scaledCosts({ kept, handed }: Pick<CaseCosts, 'kept' | 'handed'>, range: Range) {
  // Refused here, in the table's own unit.
  for (const costs of [kept, handed]) withinRange(costs, range, 'cost of a case');
  const good = (cost: number) => Math.min(1, 1 - cost / range.largest);
  return { modelValue: kept.map(good), expertValue: handed.map(good), valuesCost: range.by };
}

function isLabelled(policy: Policy, table: Table): boolean {
  const truth = table.label ?? table.labelVotes ?? table.modelCorrect ?? table.modelLoss;
  return truth !== undefined && expertIfAny(policy, table) !== undefined;
}
