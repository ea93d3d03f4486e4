import {
  type CaseCosts,
  caseCosts,
  deferredAtRate,
  gainInterval,
  type Mark,
  type Replicates,
  type Table,
  valueAt,
} from '@cede/core';
import { type BandKind, CONFIDENCE, GRID, meanAt, RESAMPLES } from '../curves/bands.js';
import type { MethodScores } from '../scores/method-scores.js';
import { type BesideExpert, besideExpert } from './beside-expert.js';
import { type CostCurves, costCurves } from './cost-curves.js';
import { type CostMarks, costMarks } from './cost-marks.js';

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
  /** At the rate of the headline. */
  readonly finding: CostPoint;
  /** What that costs less per case than the model alone: paired by row, 95 %. */
  readonly saving: Saving;
  /** Beside asking the expert about everything, where its answers have a price. */
  readonly besideExpert?: BesideExpert;
  /**
   * The largest rate whose answers the budget pays for; null where it doesn't pay for the model
   * alone. The point's cost counts errors too.
   */
  readonly budget?: { readonly asked: number; readonly point: CostPoint | null };
  /** Another method that costs less at the headline's rate for sure (paired, Holm over all pairs). */
  readonly ahead?: { readonly method: string; readonly cost: number };
  /** Every method, random and the oracle of costs, at these rates. */
  readonly rates: readonly number[];
  readonly methods: Readonly<Record<string, MethodCosts>>;
}

/** A paired difference of costs per case, with the ends of its interval. */
export interface Saving {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** One number per rate in every list. */
export interface MethodCosts {
  readonly mean: readonly number[];
  /** What the figure's band means: 95 % over rows and seeds at each rate, or ± one deviation over seeds. */
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
  /** What of it goes for answers. */
  readonly spent: readonly number[];
  /** How it stands beside the others, by paired costs of the same rows; absent for random and the oracle. */
  readonly marks?: readonly Mark[];
  readonly cheapest: { readonly rate: number; readonly cost: number };
}

/** What is paid at one rate. */
export interface CostPoint {
  readonly rate: number;
  readonly cost: number;
  /** What of it goes for answers: what a budget pays. */
  readonly spent: number;
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

export interface CostInput extends CostOptions {
  /** The method that the report is about. */
  readonly chosen: string;
  /** The rate that its headline is about. */
  readonly rate: number;
  /** The rates at which every method is summed up. */
  readonly rates: readonly number[];
  readonly bands?: BandKind;
  /** Methods of one family are not marked against each other; each is its own unless told. */
  readonly familyOf?: (name: string) => string;
}

/** The costs of a comparison: curves by rate and the points worth naming. */
export function costReport(
  methods: readonly MethodScores[],
  table: Table,
  expert: number,
  options: CostInput,
): { report: CostReport; curves: CostCurves } {
  const costs = caseCosts(table, expert, options.errorCost);
  const { curves, replicates, costAt, bandAt } = costCurves(methods, table, expert, costs, options);
  const method = methods.find(({ name }) => name === options.chosen)!;
  const own = curves.methods.find(({ name }) => name === options.chosen)!;
  const curve = GRID.map(
    (rate, k): CostPoint => ({
      rate,
      cost: own.values[k],
      spent: own.spent[k],
      value: meanAt(method, rate),
    }),
  );
  const pointAt = (rate: number): CostPoint => ({
    rate,
    ...costAt(method.name, rate),
    value: meanAt(method, rate),
  });
  // A budget pays for answers; errors cost too, but nobody is invoiced for them.
  const { budget } = options;
  const paid =
    budget === undefined ? null : paidRate((rate) => costAt(method.name, rate).spent, budget);
  const beside = besideExpert(options.rate, method, table, expert);
  // What answers alone cost says nothing of who chooses cases well; the paper marks nothing by rows.
  const isMarked = costs.errorsPriced && options.bands !== 'seeds';
  const { marks, ahead }: CostMarks = isMarked
    ? costMarks(methods, table, costs, options)
    : { marks: new Map() };
  const report: CostReport = {
    method: method.name,
    errorsPriced: costs.errorsPriced,
    modelAlone: curve[0].cost,
    expertAlways: curve[curve.length - 1].cost,
    curve,
    cheapest: { ...curve[lowest(own.values)], ...cheapestInterval(replicates, method.name) },
    finding: pointAt(options.rate),
    saving: savingAt(options.rate, method, costs, table),
    ...(beside && { besideExpert: beside }),
    ...(budget !== undefined && {
      budget: { asked: budget, point: paid === null ? null : pointAt(paid) },
    }),
    ...(ahead !== undefined && {
      ahead: { method: ahead, cost: costAt(ahead, options.rate).cost },
    }),
    rates: options.rates,
    methods: Object.fromEntries(
      [
        { name: 'random', ...curves.random },
        ...curves.methods,
        { name: 'oracle', ...curves.oracle },
      ].map(({ name, ...line }) => [
        name,
        {
          ...summed({ ...line, ...bandAt(name) }, options.rates, (rate) => costAt(name, rate)),
          ...(marks.has(name) && { marks: marks.get(name) }),
        },
      ]),
    ),
  };
  return { report, curves };
}

/** By the formula of every gain, at the headline's own rate; costs in parts of the largest there is. */
function savingAt(
  rate: number,
  { scores }: MethodScores,
  { kept, handed, largest }: CaseCosts,
  { weight, cluster }: Table,
): Saving {
  const rows = {
    modelValue: kept,
    expertValue: handed,
    weight,
    clusters: cluster?.index,
    range: largest || 1,
  };
  const deferred = scores.map((vector) => deferredAtRate(vector, rate, weight));
  const { estimate, lower, upper } = gainInterval(rows, deferred, 'model', CONFIDENCE);
  // What costs more saves less.
  return { estimate: 0 - estimate, lower: 0 - upper, upper: 0 - lower };
}

/** A line of the figure at the rates of the table, and where it is lowest. */
function summed(
  line: Partial<CostCurves['methods'][number]> & CostCurves['random'],
  rates: readonly number[],
  costAt: (rate: number) => { cost: number; spent: number },
): MethodCosts {
  const at = (values: readonly number[]) => rates.map((rate) => along(values, rate));
  const { values, lower, upper } = line;
  const least = lowest(values);
  return {
    mean: rates.map((rate) => costAt(rate).cost),
    ...(lower && upper && { lower: at(lower), upper: at(upper) }),
    spent: rates.map((rate) => costAt(rate).spent),
    cheapest: { rate: GRID[least], cost: values[least] },
  };
}

/** The largest rate whose answers cost no more than this: they cost the more, the more are asked for. */
function paidRate(spent: (rate: number) => number, budget: number): number | null {
  const pays = (rate: number) => spent(rate) <= budget * (1 + 1e-12);
  if (!pays(0)) return null;
  if (pays(1)) return 1;
  let [from, to] = [0, 1];
  for (let step = 0; step < 40; step++) {
    const middle = (from + to) / 2;
    if (pays(middle)) from = middle;
    else to = middle;
  }
  return from;
}

/** A line of the figure at any rate. */
const along = (values: readonly number[], rate: number): number =>
  valueAt({ rates: Float64Array.from(GRID), values: Float64Array.from(values) }, rate);

/** The lowest rate of least cost. */
const lowest = (costs: ArrayLike<number>, from = 0): number => {
  let best = 0;
  for (let k = 1; k < GRID.length; k++) if (costs[from + k] < costs[from + best] - 1e-12) best = k;
  return best;
};

/** In every resample of rows and seeds the rate of least cost, and that cost. */
function cheapestInterval({ draws }: Replicates, name: string) {
  const drawn = draws.get(name)!;
  const width = GRID.length + 1;
  const found = Array.from({ length: RESAMPLES }, (_, b) => {
    const k = lowest(drawn, b * width);
    return { rate: GRID[k], cost: drawn[b * width + k] };
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
