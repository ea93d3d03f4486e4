import {
  band,
  costOutcomes,
  countsCosts,
  isRejecting,
  observedValues,
  outcomesOf,
  type Policy,
  policyExpert,
  type Table,
} from '@cede/core';
import { answerCosts, hasAnswerCosts } from '../costs/case-costs.js';
import { budgetOf } from '../costs/policy-cost.js';
import { amount, percent } from '../terminal/numbers.js';
import { againstModel } from './against-model.js';

/** A mean per case on these rows, with its interval and what it is without the expert. */
export interface Realised {
  readonly mean: number;
  readonly interval: { readonly lower: number; readonly upper: number };
  readonly modelAlone: number;
}

export interface RealisedCosts {
  /** What answers cost, where the table says. */
  readonly answers?: Realised & {
    /** The budget that set the threshold, and whether these rows cost more. */
    readonly budget?: { readonly asked: number; readonly exceeded: boolean };
  };
  /** What errors cost by the matrix. */
  readonly errors?: Realised;
  /** The share that is right, where everything else is counted in costs. */
  readonly accuracy?: Realised;
}

interface Drawing {
  readonly seed: number;
  readonly confidence: number;
}

/** `handed` is 1 where the case was handed over. undefined where nothing has a price. */
export function realisedCosts(
  policy: Policy,
  table: Table,
  handed: Float64Array,
  drawing: Drawing,
): RealisedCosts | undefined {
  if (isRejecting(policy)) return undefined;
  const expert = policyExpert(policy, table);
  const priced = hasAnswerCosts(table, expert);
  if (!priced && !table.costMatrix) return undefined;
  const realised = (kept: ArrayLike<number>, other: ArrayLike<number>) =>
    meanOf(kept, other, handed, table, drawing);
  const known = ({ model, expert: answers }: { model: Float32Array; expert: Float32Array }) =>
    realised(model, observedValues(table, expert, model, answers));
  const { kept, handed: paid } = answerCosts(table, expert);
  const answers = priced ? realised(kept, paid) : undefined;
  const asked = budgetOf(policy);
  return {
    ...(answers && {
      answers: {
        ...answers,
        ...(asked !== undefined && {
          budget: { asked, exceeded: answers.mean > asked * (1 + 1e-9) },
        }),
      },
    }),
    ...(table.costMatrix && { errors: negative(known(costOutcomes(table, expert))) }),
    ...(table.costMatrix &&
      countsCosts(policy.method) && { accuracy: known(outcomesOf(table, expert)) }),
  };
}

function meanOf(
  kept: ArrayLike<number>,
  other: ArrayLike<number>,
  handed: Float64Array,
  table: Table,
  { seed, confidence }: Drawing,
): Realised {
  const replicates = againstModel(
    kept,
    handed.map((is, i) => (is ? other[i] : kept[i])),
    table,
    seed,
  );
  const { estimate, lower, upper } = band(replicates, 'expert', undefined, confidence);
  return {
    mean: estimate[0],
    interval: { lower: lower[0], upper: upper[0] },
    modelAlone: replicates.estimate.get('model')![0],
  };
}

/** Outcomes are worth minus what they cost. */
const negative = ({ mean, interval: { lower, upper }, modelAlone }: Realised): Realised => ({
  mean: -mean,
  interval: { lower: -upper, upper: -lower },
  modelAlone: -modelAlone,
});

export function costsText({ answers, errors, accuracy }: RealisedCosts): string[] {
  const row = (
    name: string,
    { mean, interval: { lower, upper }, modelAlone }: Realised,
    show: (value: number) => string,
  ) =>
    `  ${name.padEnd(12)}  ${show(mean)} (${show(lower)} … ${show(upper)}), the model alone ${show(modelAlone)}`;
  return [
    ...(accuracy ? [row('accuracy', accuracy, (value) => percent(value, 2))] : []),
    ...(errors && !accuracy ? [row('errors cost', errors, amount)] : []),
    ...(answers
      ? [
          `${row('answers cost', answers, amount)}${answers.budget ? `; the budget is ${answers.budget.asked}` : ''}`,
          ...budgetText(answers),
        ]
      : []),
  ];
}

function budgetText({ interval, budget }: NonNullable<RealisedCosts['answers']>): string[] {
  if (!budget?.exceeded) return [];
  const how =
    interval.lower > budget.asked
      ? 'by more than chance: set it again with rows like these, or certify it (cede tune … --budget … --confidence …)'
      : 'though by no more than chance explains';
  return [`  These rows cost more than the budget, ${how}.`];
}

/** A policy that was set by costs, seen without them. */
export const unpricedWarning = ({ method }: Policy, { costMatrix }: Table): string[] =>
  countsCosts(method) && !costMatrix
    ? [
        `${method} learned from a cost matrix, and without one only accuracy can be shown. Give --cost-matrix again.`,
      ]
    : [];
