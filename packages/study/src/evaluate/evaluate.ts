import {
  type Answering,
  type AnswersMode,
  answeredMean,
  answeredTable,
  countsCosts,
  deployed,
  expertFor,
  expertKind,
  fitAnswering,
  groupOfRow,
  groupThreshold,
  InputError,
  inputOf,
  type Keys,
  lowerProportion,
  type Policy,
  plainAnswers,
  policyOutcomes,
  refuseUnknown,
  scoreRows,
  settingAt,
  storeThreshold,
  type Table,
  upperProportion,
} from '@cede/core';
import { type DeclaredRanges, RANGE_KEYS, refuseIdleRanges } from '../certify/ranges.js';
import { calibratedAnswers } from '../check/calibrated-answers.js';
import { groupReport } from '../groups/group-report.js';
import { policyOutcome, rangeOf } from '../groups/policy-outcome.js';
import { answersNotes, issueNotes, type Note } from '../note.js';
import { rejection, riskInterval } from '../reject/rejection.js';
import { fittingShare, isUntold } from '../table/fitting-rows.js';
import { type AnyTable, namedTable } from '../table/named-table.js';
import { certificatesSeen } from './certificates.js';
import type { Evaluation, PolicyOutcome } from './evaluation.js';
import type { Interval } from './interval.js';
import { type Pricing, realisedCosts } from './realised-costs.js';

/** What to count when a policy is evaluated. */
export interface EvaluateAsk extends Partial<Pricing>, DeclaredRanges {
  /** What the table calls its groups (default "group"). */
  readonly groupColumn?: string;
}

const ASK: Keys<EvaluateAsk> = {
  ...{ seed: true, confidence: true, errorCost: true, answers: true, groupColumn: true },
  ...RANGE_KEYS,
};

/** A policy on rows with the truth and the expert's answers: what it did, and what that was worth. */
export function evaluate(policy: Policy, given: AnyTable, ask: EvaluateAsk = {}): Evaluation {
  refuseUnknown('evaluate', ask, Object.keys(ASK));
  const named = namedTable(given);
  const { name, hash } = named;
  refuseIdleRanges(named.table, ask);
  const { seed = 0, confidence = 0.95, errorCost, groupColumn = 'group' } = ask;
  const answering = answeringFor(policy, named.table, ask.answers);
  const table = answeredTable(named.table, answering);
  const answers = answering?.by ?? 'argmax';
  const decided = decideRows(policy, table);
  const outcome = outcomeOf(policy, table, decided, { seed, confidence, errorCost, answers });
  const groups =
    table.group &&
    groupReport(
      { column: groupColumn, names: table.group.names, index: table.group.index },
      {
        share: decided.handed,
        model: decided.model,
        expert: decided.answers,
        propensity: propensityOf(policy, table),
        smallestPropensity: ask.smallestPropensity,
        weight: table.weight,
        clusters: table.cluster?.index,
        seed,
      },
      confidence,
    );
  const fittingRows = fittingShare(policy, named);
  const calibrated =
    policy.answers?.by === 'calibrated' ? undefined : calibratedAnswers(plainAnswers(table));
  return {
    table: { name, hash },
    ...(calibrated && { calibratedAnswers: calibrated }),
    outcome: {
      ...outcome,
      ...(answers !== 'argmax' && { answers }),
      ...(answering?.combine && { joined: true as const }),
    },
    certificates: certificatesSeen(policy, named.table, ask),
    ...(groups && { groups }),
    fittingRows,
    notes: [
      ...(fittingRows > 0
        ? [{ code: 'fitting-rows', table: name, share: fittingRows } as const]
        : []),
      ...(isUntold(policy, named) ? [{ code: 'fitting-rows-untold', table: name } as const] : []),
      ...costMatrixAbsent(policy, table),
      ...answersNotes({ answers: answering }),
      ...errorsUnpriced(policy, table, { answering, errorCost }),
      ...issueNotes(named.issues),
    ],
  };
}

/** As the policy answers, unless another way is asked for, which only a matrix of these rows can give. */
function answeringFor(policy: Policy, table: Table, asked?: AnswersMode): Answering | undefined {
  if (asked === undefined || asked === (policy.answers?.by ?? 'argmax')) return policy.answers;
  if (policy.answers?.combine)
    throw new InputError(
      "answers: this policy joins the expert's answers with the model's as it was fitted to; other answers need another fit.",
      'answers-unknown',
    );
  if (asked === 'calibrated')
    throw new InputError(
      'answers calibrated: this policy keeps no calibration of the probabilities. Fit it with calibrated answers.',
      'answers-unknown',
    );
  return fitAnswering(table, { answers: asked });
}

/** What the policy decided row by row, and what the rows are worth either way. */
interface Decided {
  readonly scores: Float32Array;
  /** Below 0, or 0: handed over. */
  readonly margins: Float64Array;
  /** 1 where the case was handed over. */
  readonly handed: Float64Array;
  readonly target: 'accuracy' | 'loss';
  readonly model: Float32Array;
  /** NaN where the expert was not asked. */
  readonly answers: Float32Array;
}

function decideRows(policy: Policy, table: Table): Decided {
  const { values, groups } = policy.threshold;
  const expert = expertFor(policy, table);
  const { target, model, expert: answers } = policyOutcomes(policy, table);
  if (answers.every(Number.isNaN))
    throw new InputError(
      `expert ${expert.name}: has no answer in any row. Give some rows an answer.`,
      'no-rows',
      { expert: expert.name },
    );
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const thresholdOf = groupThreshold(groups, values[0]);
  const groupOf = groupOfRow(policy, table);
  const margins = Float64Array.from(scores, (score, i) => score - thresholdOf(groupOf(i)));
  const handed = Float64Array.from(margins, (margin) => (margin <= 0 ? 1 : 0));
  return { scores, margins, handed, target, model, answers };
}

function outcomeOf(
  policy: Policy,
  table: Table,
  decided: Decided,
  pricing: Pricing,
): PolicyOutcome {
  const { confidence } = pricing;
  const { scores, margins, handed, target, model, answers } = decided;
  const { values, groups } = policy.threshold;
  const expert = expertFor(policy, table);
  // Rows that were not asked count towards the rate, and as no error avoided or caused.
  const seen = answers.map((answer, i) => (Number.isNaN(answer) ? model[i] : answer));
  const realised = deployed(margins, 0, model, seen, table.weight);
  const found = policyOutcome(
    {
      ...{ share: handed, model, expert: answers },
      ...{ propensity: propensityOf(policy, table), weight: table.weight },
      clusters: table.cluster?.index,
    },
    rangeOf({ model, expert: answers }),
    confidence,
  );
  const expected = settingAt(policy.calibration, values[0]);
  const costs = realisedCosts(policy, table, handed, pricing);
  const rateInterval = exactRate(table, realised.deferred, confidence);
  return {
    rows: table.rows,
    expert: expert.name,
    target,
    threshold: storeThreshold(values[0]),
    ...(groups && {
      groupThresholds: {
        ...groups,
        named: (groups.of === 'answer' ? table.model : table.group) !== undefined,
      },
    }),
    confidence,
    rate: realised.rate,
    rateInterval,
    deferred: realised.deferred,
    rescued: realised.rescued,
    harmed: realised.harmed,
    value: found.value,
    valueInterval: found.valueInterval,
    model: found.model,
    expertAlone: answeredMean({
      expertValue: answers,
      weight: table.weight,
      propensity: answers.some(Number.isNaN) ? propensityOf(policy, table) : undefined,
    }),
    gain: found.gain,
    gainInterval: found.gainInterval,
    ...(costs && { costs }),
    expected: {
      rate: expected.rate,
      // Costs that were calibrated say nothing about accuracy, nor the other way round.
      value: policy.calibration.target === target ? expected.value : null,
      inSample: policy.calibration.inSample,
    },
    answered: answers.reduce((count, answer) => count + +!Number.isNaN(answer), 0),
    ...(answers.some(Number.isNaN) && {
      propensityKnown: propensityOf(policy, table) !== undefined,
    }),
    answeredHandedOver: answers.reduce((n, answer, i) => n + handed[i] * +!Number.isNaN(answer), 0),
    ...(!expertKind(expert).answers && {
      rejection: {
        ...rejection(scores, model, target, handed, table),
        riskInterval: riskInterval(handed, model, table, target, confidence),
      },
    }),
    drifted:
      rateInterval !== null &&
      !groups &&
      !policy.calibration.inSample &&
      differs(expected.rate, policy.calibration.rows, realised.rate, table.rows, confidence),
  };
}

/** How likely each row was to be asked, where that is known and somebody is asked. */
const propensityOf = (policy: Policy, table: Table) => expertFor(policy, table).propensity;

/** Exact where every row counts once, on its own. */
function exactRate(
  { rows, weight, cluster }: Table,
  deferred: number,
  confidence: number,
): Interval | null {
  if (weight || cluster) return null;
  const tail = (1 - confidence) / 2;
  return {
    lower: lowerProportion(deferred, rows, tail),
    upper: upperProportion(deferred, rows, tail),
  };
}

/** Two shares that can't both be right: their exact intervals, each at half the error, don't meet. */
function differs(p: number, n: number, q: number, m: number, confidence: number): boolean {
  const tail = (1 - confidence) / 4;
  const [k, l] = [Math.round(p * n), Math.round(q * m)];
  return (
    upperProportion(k, Math.round(n), tail) < lowerProportion(l, m, tail) ||
    upperProportion(l, m, tail) < lowerProportion(k, Math.round(n), tail)
  );
}

/** A policy that was set by costs, seen without them. */
/** A policy fitted with a matrix whose answers are judged by right and wrong, which they don't go by. */
const errorsUnpriced = (
  policy: Policy,
  { costMatrix }: Table,
  { answering, errorCost }: { readonly answering?: Answering; readonly errorCost?: number },
): Note[] =>
  answering?.costMatrix && !costMatrix && errorCost === undefined && !countsCosts(policy)
    ? [{ code: 'errors-unpriced' }]
    : [];

const costMatrixAbsent = (policy: Policy, { costMatrix }: Table): Note[] =>
  countsCosts(policy) && !costMatrix ? [{ code: 'cost-matrix-absent', method: policy.method }] : [];
