import { bootstrapCurves, deferralCurve, type Table, valueAt } from '@cede/core';
import type { CostSection } from '@cede/report';
import type { MethodScores } from '../compare/grid.js';
import { caseCosts } from './case-costs.js';

/** The curve against cost, and where it is lowest. Costs are means per case, in the table's unit. */
export interface CostReport {
  readonly method: string;
  readonly errorsPriced: boolean;
  readonly modelAlone: number;
  readonly expertAlways: number;
  readonly curve: readonly CostPoint[];
  /** The rate of least cost on these rows, with a bootstrap interval of that rate. */
  readonly cheapest: CostPoint & {
    readonly lower: number;
    readonly upper: number;
    readonly costLower: number;
    readonly costUpper: number;
    readonly confidence: number;
  };
  /**
   * The largest rate whose answers the budget pays for; null where it doesn't pay for the model
   * alone. The point's cost counts errors too.
   */
  readonly budget?: { readonly asked: number; readonly point: CostPoint | null };
}

export interface CostPoint {
  readonly rate: number;
  readonly cost: number;
  /** Accuracy (or minus the loss), as a fraction. */
  readonly value: number;
}

export interface CostOptions {
  readonly errorCost?: number;
  readonly budget?: number;
  readonly seed: number;
}

export const hasCosts = (table: Table, expert: number, { errorCost, budget }: CostOptions) =>
  table.costMatrix !== undefined ||
  table.modelCost !== undefined ||
  table.experts[expert].cost !== undefined ||
  errorCost !== undefined ||
  budget !== undefined;

const STEPS = 100;
const RESAMPLES = 400;
const CONFIDENCE = 0.95;

export function costReport(
  method: MethodScores,
  table: Table,
  expert: number,
  options: CostOptions,
): CostReport {
  const { kept, handed, errorsPriced } = caseCosts(table, expert, options.errorCost);
  const curves = method.scores.map((scores) => deferralCurve(scores, kept, handed, table.weight));
  const rates = Array.from({ length: STEPS + 1 }, (_, k) => k / STEPS);
  const mean = (of: MethodScores['curves'], rate: number) =>
    of.reduce((sum, curve) => sum + valueAt(curve, rate), 0) / of.length;
  const curve = rates.map(
    (rate): CostPoint => ({ rate, cost: mean(curves, rate), value: mean(method.curves, rate) }),
  );
  const best = curve.reduce((low, point) => (point.cost < low.cost - 1e-12 ? point : low));
  // A budget pays for answers; errors cost too, but nobody is invoiced for them.
  const spent = spending(table, expert);
  const bills = method.scores.map((scores) =>
    deferralCurve(scores, spent.kept, spent.handed, table.weight),
  );
  const { budget = 0 } = options;
  const within = curve.filter(({ rate }) => mean(bills, rate) <= budget * (1 + 1e-9));
  return {
    method: method.name,
    errorsPriced,
    modelAlone: curve[0].cost,
    expertAlways: curve[STEPS].cost,
    curve,
    cheapest: { ...best, ...cheapestInterval(method, table, kept, handed, rates, options.seed) },
    ...(options.budget !== undefined && {
      budget: { asked: options.budget, point: within.at(-1) ?? null },
    }),
  };
}

/** What answers alone cost. */
function spending({ rows, modelCost, experts }: Table, expert: number) {
  const review = experts[expert].cost;
  const kept = Float64Array.from({ length: rows }, (_, i) => (modelCost ? modelCost[i] : 0));
  return { kept, handed: kept.map((cost, i) => cost + (review ? review[i] : 0)) };
}

/** In every resample of rows and seeds the rate of least cost, and that cost. */
function cheapestInterval(
  { name, scores }: MethodScores,
  table: Table,
  kept: Float64Array,
  handed: Float64Array,
  rates: readonly number[],
  seed: number,
) {
  const { draws } = bootstrapCurves({
    modelValue: kept,
    expertValue: handed,
    methods: [{ name, scores }],
    rates,
    weight: table.weight,
    clusters: table.cluster?.index,
    resamples: RESAMPLES,
    seed,
  });
  const drawn = draws.get(name)!;
  const width = rates.length + 1;
  const found = Array.from({ length: RESAMPLES }, (_, b) => {
    let k = 0;
    for (let j = 1; j < rates.length; j++)
      if (drawn[b * width + j] < drawn[b * width + k] - 1e-12) k = j;
    return { rate: rates[k], cost: drawn[b * width + k] };
  });
  const ends = (values: number[]) => {
    values.sort((a, b) => a - b);
    const tail = Math.floor(((1 - CONFIDENCE) / 2) * RESAMPLES);
    return [values[tail], values[RESAMPLES - 1 - tail]];
  };
  const [lower, upper] = ends(found.map(({ rate }) => rate));
  const [costLower, costUpper] = ends(found.map(({ cost }) => cost));
  return { lower, upper, costLower, costUpper, confidence: CONFIDENCE };
}

/** The same for the report; values in its unit. */
export function costSection(report: CostReport, scale: number): CostSection {
  const { cheapest, budget, curve } = report;
  const row = (label: string, { rate, cost, value }: CostPoint) => ({
    label,
    rate,
    cost,
    value: scale * value,
  });
  return {
    unit: 'per case',
    rows: [
      row('model alone', curve[0]),
      { ...row('cheapest rate', cheapest), lower: cheapest.costLower, upper: cheapest.costUpper },
      ...(budget?.point ? [row(`within the budget of ${budget.asked}`, budget.point)] : []),
      row('expert always', curve[curve.length - 1]),
    ],
    notes: [
      `Costs of ${report.method}: the model runs on every case, the expert on those handed over${report.errorsPriced ? ', and errors cost what was said' : '; errors are not priced (give --cost-matrix or --error-cost)'}.`,
      `The rate of least cost lies between ${Math.round(100 * cheapest.lower)} and ${Math.round(100 * cheapest.upper)} % (95 %, rows and seeds drawn again). It was looked for on these rows, so its cost is a little too good.`,
      ...(budget && !budget.point
        ? [`A budget of ${budget.asked} doesn't even pay for the model alone.`]
        : []),
    ],
  };
}
