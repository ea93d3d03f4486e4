import {
  type AnswersMode,
  answeredFit,
  answersMode,
  area,
  caseCosts,
  deferralCurve,
  type Expert,
  errorCosts,
  errorsPriced,
  expertKind,
  hasAnswerCosts,
  methodNamed,
  outcomesOf,
  standingWeights,
  type Table,
  valueAt,
} from '@cede/core';
import { leastCostTable } from '../costs/answers.js';
import { type FeatureKinds, featureKinds, featureNames } from '../table/feature-kinds.js';
import { type AlwaysAsking, alwaysAsking } from './always-asking.js';
import { type CalibratedAnswers, calibratedAnswers } from './calibrated-answers.js';

/** What a table says without any training. Values are fractions (or minus losses). */
export interface TableSummary extends FeatureKinds {
  readonly rows: number;
  readonly classes: readonly string[];
  /** The feature columns that a scorer would see, besides the model's probabilities. */
  readonly features: readonly string[];
  readonly experts: readonly ExpertSummary[];
  /** What answering from calibrated probabilities would change, out of fold; absent without labels. */
  readonly calibratedAnswers?: CalibratedAnswers;
}

/** What a table tells of one expert. */
export interface ExpertSummary {
  readonly name: string;
  readonly kind: Expert['kind'];
  /** Rows the expert answered: all figures are about those. */
  readonly answered: number;
  /** Where that is not all, and the table says how likely each was to be asked: weighted by that. */
  readonly byPropensity?: true;
  readonly target: 'accuracy' | 'loss';
  readonly model: number;
  readonly expert: number;
  /** Asking the expert about every case, against asking nobody: 95 % intervals, paired. */
  readonly alwaysAsking: AlwaysAsking;
  /** Model wrong and expert right, and the reverse, as shares of the answered rows. */
  readonly rescues: number;
  readonly harms: number;
  /** The best any rule could do, and the rate it would need. */
  readonly oracle: number;
  readonly oracleRate: number;
  readonly curves: readonly {
    readonly rate: number;
    readonly random: number;
    readonly conf: number | null;
    readonly oracle: number;
  }[];
  readonly areas: {
    readonly random: number;
    readonly conf: number | null;
    readonly oracle: number;
  };
  /** What an answer costs on average, where the table says. */
  readonly costs?: { readonly model?: number; readonly expert?: number };
  /** What errors cost on average by a cost matrix, if one of the two answers everything. */
  readonly errorCosts?: { readonly model: number; readonly expert: number };
  /** The same where whoever gives probabilities answers by least expected cost. */
  readonly leastCost?: { readonly model: number; readonly expert: number };
  /** How answers count in what is saved by always asking. */
  readonly answers?: AnswersMode;
  readonly groups?: readonly GroupSummary[];
  /** Groups in which nobody answered, so that nothing is said of them. */
  readonly groupsUnanswered?: readonly string[];
}

/** One group's part of the answered rows, and who is right in it. */
export interface GroupSummary {
  readonly name: string;
  readonly rows: number;
  readonly share: number;
  readonly model: number;
  readonly expert: number;
}

const RATES = [0.05, 0.1, 0.2, 0.5];

/** How answers and errors count. */
export interface SummaryAsk {
  /** How whoever gives probabilities answers; by least cost where a cost matrix is given. */
  readonly answers?: AnswersMode;
  /** What each wrong answer costs, where no matrix says. */
  readonly errorCost?: number;
}

/** What a table says without any training. */
export function summarise(table: Table, ask: SummaryAsk = {}): TableSummary {
  const calibrated = calibratedAnswers(table);
  return {
    rows: table.rows,
    classes: table.classes,
    experts: table.experts.map((_, index) => summariseExpert(table, index, ask)),
    features: featureNames(table),
    ...featureKinds(table),
    ...(calibrated && { calibratedAnswers: calibrated }),
  };
}

/** The rows that an expert answered, with what each counts. */
interface AnsweredRows {
  readonly rows: Uint32Array;
  readonly model: Float32Array;
  readonly expert: Float32Array;
  readonly weight?: Float32Array;
  readonly byPropensity: boolean;
  readonly target: 'accuracy' | 'loss';
  /** Of a column of the table, the answered rows alone. */
  readonly pick: (values: Float32Array) => Float32Array;
}

function answeredBy(table: Table, index: number): AnsweredRows {
  const outcomes = outcomesOf(table, index);
  const { expert } = outcomes;
  const rows = Uint32Array.from(expert.keys()).filter((i) => !Number.isNaN(expert[i]));
  const pick = (values: Float32Array) =>
    rows.length === values.length ? values : values.filter((_, i) => !Number.isNaN(expert[i]));
  const byPropensity = rows.length < table.rows && table.experts[index].propensity !== undefined;
  const observed = byPropensity ? standingWeights(table, index, outcomes.model, expert) : undefined;
  const weight =
    observed || table.weight
      ? Float32Array.from(
          rows,
          (row) => (observed ? observed[row] : 1) * (table.weight ? table.weight[row] : 1),
        )
      : undefined;
  const { target } = outcomes;
  return {
    rows,
    model: pick(outcomes.model),
    expert: pick(expert),
    weight,
    byPropensity,
    target,
    pick,
  };
}

function summariseExpert(table: Table, index: number, asked: SummaryAsk): ExpertSummary {
  const answered = answeredBy(table, index);
  const { rows, model, expert, weight, byPropensity } = answered;
  const weightOf = (i: number) => (weight ? weight[i] : 1);
  const total = model.reduce((sum, _, i) => sum + weightOf(i), 0);
  const mean = (value: (i: number) => number) =>
    model.reduce((sum, _, i) => sum + weightOf(i) * value(i), 0) / total;
  const groups = table.group && groupsOf(table.group, rows, model, expert, weightOf);
  const means = { model: mean((i) => model[i]), expert: mean((i) => expert[i]) };
  return {
    name: table.experts[index].name,
    kind: table.experts[index].kind,
    answered: rows.length,
    ...(byPropensity && { byPropensity }),
    target: answered.target,
    ...means,
    alwaysAsking: alwaysOf(table, index, answered, asked),
    rescues: mean((i) => Math.max(0, expert[i] - model[i])),
    harms: mean((i) => Math.max(0, model[i] - expert[i])),
    oracle: mean((i) => Math.max(model[i], expert[i])),
    oracleRate: mean((i) => +(expert[i] > model[i])),
    ...curvesOf(table, answered, means),
    ...costsOf(table, index, (values) => mean((i) => values[rows[i]]), asked),
    ...(groups && { groups }),
    ...unansweredOf(table.group, groups),
  };
}

/** What random choice, the model's confidence and perfect hindsight would bring. */
function curvesOf(
  table: Table,
  { model, expert, weight, pick }: AnsweredRows,
  means: { readonly model: number; readonly expert: number },
): Pick<ExpertSummary, 'curves' | 'areas'> {
  const confidence = table.model
    ? deferralCurve(pick(methodNamed('conf').fit(table).score(table)), model, expert, weight)
    : null;
  const best = deferralCurve(
    model.map((value, i) => value - expert[i]),
    model,
    expert,
    weight,
  );
  return {
    curves: RATES.map((rate) => ({
      rate,
      random: means.model + rate * (means.expert - means.model),
      conf: confidence && valueAt(confidence, rate),
      oracle: valueAt(best, rate),
    })),
    areas: {
      random: (means.model + means.expert) / 2,
      conf: confidence && area(confidence),
      oracle: area(best),
    },
  };
}

/** What answers cost, and by a matrix what errors do. */
function costsOf(
  table: Table,
  index: number,
  mean: (values: ArrayLike<number>) => number,
  asked: SummaryAsk,
): Pick<ExpertSummary, 'costs' | 'errorCosts' | 'leastCost' | 'answers'> {
  const [model, expert] = [table.modelCost, table.experts[index].cost].map(
    (cost) => cost && mean(cost),
  );
  const meansOf = (priced: ReturnType<typeof errorCosts>) =>
    priced && { model: mean(priced.model), expert: mean(priced.expert) };
  return {
    ...((model !== undefined || expert !== undefined) && {
      costs: { ...(model !== undefined && { model }), ...(expert !== undefined && { expert }) },
    }),
    ...(pricedByMatrix(table, index) && {
      errorCosts: meansOf(errorCosts(table, index, undefined))!,
      leastCost: meansOf(errorCosts(leastCostTable(table), index, undefined))!,
      answers: answersMode(table, asked.answers),
    }),
  };
}

/** A matrix prices answers; who is only right or wrong gives none. */
export const pricedByMatrix = ({ costMatrix, model, experts }: Table, index: number): boolean =>
  costMatrix !== undefined &&
  model !== undefined &&
  expertKind(experts[index]).whyLossUnsuited('cost') === null;

/** What every case handed over would gain, and save where something has a price. */
function alwaysOf(
  table: Table,
  index: number,
  { rows, model, expert, weight, target }: AnsweredRows,
  asked: SummaryAsk,
): AlwaysAsking {
  const clusters = table.cluster && Int32Array.from(rows, (row) => table.cluster!.index[row]);
  const paired = { modelValue: model, expertValue: expert, weight, clusters };
  const matrix = pricedByMatrix(table, index);
  const { errorCost } = asked;
  const priced = errorsPriced(table, index, errorCost);
  if (!priced && !hasAnswerCosts(table, index)) return alwaysAsking(paired, target);
  // A matrix that can't price these answers leaves what the answers themselves cost.
  const counted = matrix
    ? answeredFit(table, { answers: answersMode(table, asked.answers) }).table
    : { ...table, costMatrix: undefined };
  const costs = caseCosts(counted, index, errorCost);
  const picked = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]);
  return alwaysAsking(paired, target, {
    ...costs,
    kept: picked(costs.kept),
    handed: picked(costs.handed),
  });
}

function unansweredOf(
  group: Table['group'],
  told: readonly GroupSummary[] = [],
): Pick<ExpertSummary, 'groupsUnanswered'> {
  const known = new Set(told.map(({ name }) => name));
  const present = new Set(group && Array.from(group.index, (place) => group.names[place]));
  const groupsUnanswered = [...present].filter((name) => !known.has(name));
  return groupsUnanswered.length > 0 ? { groupsUnanswered } : {};
}

/** In the table's order of groups; one that nobody answered in is left out. */
function groupsOf(
  { names, index }: NonNullable<Table['group']>,
  rows: Uint32Array,
  model: Float32Array,
  expert: Float32Array,
  weightOf: (i: number) => number,
): GroupSummary[] {
  const sums = names.map((name) => ({ name, rows: 0, weight: 0, model: 0, expert: 0 }));
  let total = 0;
  rows.forEach((row, i) => {
    const sum = sums[index[row]];
    sum.rows++;
    sum.weight += weightOf(i);
    sum.model += weightOf(i) * model[i];
    sum.expert += weightOf(i) * expert[i];
    total += weightOf(i);
  });
  return sums
    .filter(({ weight }) => weight > 0)
    .map(({ name, rows, weight, ...sum }) => ({
      name,
      rows,
      share: weight / total,
      model: sum.model / weight,
      expert: sum.expert / weight,
    }));
}
