import {
  area,
  deferralCurve,
  methodNamed,
  observedWeights,
  outcomesOf,
  type Table,
  valueAt,
} from '@cede/core';
import { errorCosts } from '@cede/study';

/** What a table says without any training. Values are fractions (or minus losses). */
export interface CheckSummary {
  readonly rows: number;
  readonly classes: readonly string[];
  readonly experts: readonly ExpertSummary[];
}

export interface ExpertSummary {
  readonly name: string;
  readonly kind: string;
  /** Rows the expert answered: all figures are about those. */
  readonly answered: number;
  /** Where that is not all, and the table says how likely each was to be asked: weighted by that. */
  readonly byPropensity?: true;
  readonly target: 'accuracy' | 'loss';
  readonly model: number;
  readonly expert: number;
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
  readonly groups?: readonly GroupSummary[];
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

export function summariseTable(table: Table): CheckSummary {
  return {
    rows: table.rows,
    classes: table.classes,
    experts: table.experts.map((_, index) => summariseExpert(table, index)),
  };
}

function answeredRows(expert: Float32Array): Uint32Array {
  const rows = new Uint32Array(expert.length);
  let count = 0;
  for (let i = 0; i < expert.length; i++) if (!Number.isNaN(expert[i])) rows[count++] = i;
  return rows.subarray(0, count);
}

function summariseExpert(table: Table, index: number): ExpertSummary {
  const outcomes = outcomesOf(table, index);
  const rows = answeredRows(outcomes.expert);
  const pick = (values: Float32Array) =>
    rows.length === values.length
      ? values
      : values.filter((_, i) => !Number.isNaN(outcomes.expert[i]));
  const model = pick(outcomes.model);
  const expert = pick(outcomes.expert);
  const byPropensity = rows.length < table.rows && table.experts[index].propensity !== undefined;
  const observed = byPropensity ? observedWeights(table, index, outcomes.expert) : undefined;
  const weight =
    observed || table.weight
      ? Float32Array.from(
          rows,
          (row) => (observed ? observed[row] : 1) * (table.weight ? table.weight[row] : 1),
        )
      : undefined;
  const weightOf = (i: number) => (weight ? weight[i] : 1);
  const total = model.reduce((sum, _, i) => sum + weightOf(i), 0);
  const mean = (value: (i: number) => number) =>
    model.reduce((sum, _, i) => sum + weightOf(i) * value(i), 0) / total;
  const confidence = table.model
    ? deferralCurve(pick(methodNamed('conf').fit(table).score(table)), model, expert, weight)
    : null;
  const best = deferralCurve(
    model.map((value, i) => value - expert[i]),
    model,
    expert,
    weight,
  );
  const [modelCost, expertCost] = [table.modelCost, table.experts[index].cost].map(
    (cost) => cost && mean((i) => cost[rows[i]]),
  );
  // A matrix prices answers; who is only right or wrong gives none.
  const answers = table.model && !['correct', 'losses'].includes(table.experts[index].kind);
  const priced = table.costMatrix && answers ? errorCosts(table, index, undefined) : null;
  const groups = table.group && groupsOf(table.group, rows, model, expert, weightOf);
  const modelMean = mean((i) => model[i]);
  const expertMean = mean((i) => expert[i]);
  return {
    name: table.experts[index].name,
    kind: table.experts[index].kind,
    answered: rows.length,
    ...(byPropensity && { byPropensity }),
    target: outcomes.target,
    model: modelMean,
    expert: expertMean,
    rescues: mean((i) => Math.max(0, expert[i] - model[i])),
    harms: mean((i) => Math.max(0, model[i] - expert[i])),
    oracle: mean((i) => Math.max(model[i], expert[i])),
    oracleRate: mean((i) => +(expert[i] > model[i])),
    curves: RATES.map((rate) => ({
      rate,
      random: modelMean + rate * (expertMean - modelMean),
      conf: confidence && valueAt(confidence, rate),
      oracle: valueAt(best, rate),
    })),
    areas: {
      random: (modelMean + expertMean) / 2,
      conf: confidence && area(confidence),
      oracle: area(best),
    },
    ...((modelCost !== undefined || expertCost !== undefined) && {
      costs: {
        ...(modelCost !== undefined && { model: modelCost }),
        ...(expertCost !== undefined && { expert: expertCost }),
      },
    }),
    ...(priced && {
      errorCosts: {
        model: mean((i) => priced.model[rows[i]]),
        expert: mean((i) => priced.expert[rows[i]]),
      },
    }),
    ...(groups && { groups }),
  };
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
