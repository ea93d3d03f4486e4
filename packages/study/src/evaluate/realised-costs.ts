import {
  type AnswersMode,
  answerCosts,
  answeredMean,
  countsCosts,
  errorCosts,
  expertFor,
  expertKind,
  hasAnswerCosts,
  outcomesOf,
  type Policy,
  plainAnswers,
  type Table,
} from '@cede/core';
import { leastCostTable } from '../costs/answers.js';
import { budgetOf } from '../costs/policy-cost.js';
import { policyOutcome } from '../groups/policy-outcome.js';
import type { Interval } from './interval.js';

/** A mean per case on these rows, with its interval and what it is without the expert. */
export interface Realised {
  readonly mean: number;
  readonly interval: Interval;
  readonly modelAlone: number;
  /** If every case were handed over. */
  readonly expertAlways: number;
}

/** What a policy cost on these rows. */
export interface RealisedCosts {
  /** What answers cost, where the table says. */
  readonly answers?: Realised & {
    /** The budget that set the threshold, and whether these rows cost more. */
    readonly budget?: { readonly asked: number; readonly exceeded: boolean };
  };
  /** What errors cost, by the matrix or at one price each. */
  readonly errors?: Realised;
  /** Errors (or the table's own losses) and answers together, and what that saves of the model's alone. */
  readonly total?: Realised & { readonly saving: number; readonly savingInterval: Interval };
  /** The same where whoever gives probabilities answers by least expected cost; with a cost matrix. */
  readonly leastCost?: Pick<RealisedCosts, 'errors' | 'total'>;
  /** The same where they come from calibrated probabilities, as the policy answers. */
  readonly calibrated?: Pick<RealisedCosts, 'errors' | 'total'>;
  /** Which of them counts, where several are told. */
  readonly answersBy?: AnswersMode;
  /** The share that is right, where everything else is counted in costs. */
  readonly accuracy?: Realised;
}

export interface Pricing {
  readonly seed: number;
  readonly confidence: number;
  /** What each wrong answer costs, where no matrix says. */
  readonly errorCost?: number;
  /** How whoever gives probabilities answers; as the policy does unless told. */
  readonly answers?: AnswersMode;
}

/** `handed` is 1 where the case was handed over. undefined where nothing has a price. */
export function realisedCosts(
  policy: Policy,
  table: Table,
  handed: Float64Array,
  pricing: Pricing,
): RealisedCosts | undefined {
  const expert = expertFor(policy, table);
  const wrongIn = (counted: Table) =>
    errorCosts(counted, expertFor(policy, counted), pricing.errorCost);
  const { answers: mode = 'argmax' } = pricing;
  // The rows are answered as `mode` says, by what the policy learned; the other ways stand beside it.
  const plain = plainAnswers(table);
  const wrong = wrongIn(mode === 'argmax' ? table : plain);
  // A table's own losses are what everything else is counted in: they stand in the result already.
  const priced = wrong !== null && wrong.pricedBy !== 'losses';
  // Where nobody can be asked, answers cost the same at every threshold: they count in the sum alone.
  const answered = hasAnswerCosts(table, expert) && (expertKind(expert).answers || wrong !== null);
  if (!answered && !priced) return undefined;
  const realised = (rows: RowValues) => meanOf(rows, handed, policy, table, pricing.confidence);
  const errors = wrong;
  const both = table.costMatrix !== undefined && table.model !== undefined;
  const cheap =
    mode === 'least-cost' && priced && table.modelAnswers
      ? wrongIn(table)!
      : both
        ? wrongIn(leastCostTable(plain))!
        : undefined;
  const corrected = mode === 'calibrated' && wrong ? wrongIn(table)! : undefined;
  const { kept, handed: paid } = answerCosts(table, expert);
  const asked = answered && expertKind(expert).answers;
  const answers = asked ? realised({ model: kept, expert: paid }).realised : undefined;
  const learned = table.costMatrix !== undefined && countsCosts(policy);
  return {
    ...(answers && { answers: { ...answers, ...budgetSeen(answers, policy) } }),
    ...(errors && priced && { errors: realised(errors).realised }),
    ...(errors && answered && { total: totalOf(errors, { model: kept, expert: paid }, realised) }),
    ...(cheap && {
      leastCost: {
        errors: realised(cheap).realised,
        ...(answered && { total: totalOf(cheap, { model: kept, expert: paid }, realised) }),
      },
    }),
    ...(corrected &&
      priced && {
        calibrated: {
          errors: realised(corrected).realised,
          ...(answered && { total: totalOf(corrected, { model: kept, expert: paid }, realised) }),
        },
      }),
    ...((cheap || corrected) && { answersBy: mode }),
    ...(learned && { accuracy: realised(outcomesOf(table, expert)).realised }),
  };
}

/** A number a row: if the model's answer stands, and if the expert answers (NaN: not asked). */
interface RowValues {
  readonly model: ArrayLike<number>;
  readonly expert: ArrayLike<number>;
  /** What the expert's answer costs besides, known of rows that were not asked, too. */
  readonly asking?: ArrayLike<number>;
}

/** By the formula of every gain: a mean of rows that all cost nothing is not known to be nothing. */
function meanOf(
  { model, expert, asking }: RowValues,
  handed: Float64Array,
  policy: Policy,
  table: Table,
  confidence: number,
) {
  const { propensity } = expertFor(policy, table);
  const { weight, cluster } = table;
  const missing = Array.from(expert).some(Number.isNaN);
  const found = policyOutcome(
    {
      ...{ share: handed, model, expert, propensity, weight, added: asking },
      clusters: cluster?.index,
    },
    { lower: 0, upper: Math.max(largestOf(model), largestOf(expert) + largestOf(asking)) || 1 },
    confidence,
  );
  const meanBy = (values: ArrayLike<number>) => answeredMean({ expertValue: values, weight });
  const paid = (i: number) => (asking ? asking[i] : 0);
  const system = handed.map((is, i) => (is ? expert[i] + paid(i) : model[i]));
  const modelAlone = meanBy(model);
  const realised: Realised = {
    mean: missing ? found.value : meanBy(system),
    interval: found.valueInterval,
    modelAlone,
    expertAlways:
      answeredMean({
        expertValue: expert,
        weight,
        propensity: missing ? propensity : undefined,
      }) + (asking ? meanBy(asking) : 0),
  };
  const saving = missing ? 0 - found.gain : modelAlone - realised.mean;
  const { lower, upper } = found.gainInterval;
  return { realised, saving, savingInterval: { lower: 0 - upper, upper: 0 - lower } };
}

/** Of all rows that were answered. */
function largestOf(values: ArrayLike<number> = []): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > largest) largest = values[i];
  return largest;
}

function totalOf(
  errors: RowValues,
  answers: RowValues,
  realisedOf: (rows: RowValues) => ReturnType<typeof meanOf>,
): RealisedCosts['total'] {
  const { realised, ...saved } = realisedOf({
    model: Float64Array.from(errors.model, (cost, i) => cost + answers.model[i]),
    expert: errors.expert,
    asking: answers.expert,
  });
  return { ...realised, ...saved };
}

function budgetSeen({ mean }: Realised, policy: Policy) {
  const asked = budgetOf(policy);
  return asked === undefined ? {} : { budget: { asked, exceeded: mean > asked * (1 + 1e-9) } };
}
