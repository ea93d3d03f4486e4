import {
  type BootstrapInput,
  band,
  bootstrapCurves,
  type GainRows,
  type IntervalAt,
  outcomesOf,
  pointwiseBand,
  type Replicates,
  type Scores,
  simultaneousBand,
  summarise,
  type Table,
  valueAt,
  valueIntervalsAt,
} from '@cede/core';
import type { ComparisonPlan } from '../plan/plan.js';
import type { MethodScores } from '../scores/method-scores.js';

/** The rates at which figures draw curves, and what their bands mean. */
export const GRID: readonly number[] = Array.from({ length: 101 }, (_, k) => k / 100);
/** The confidence of bands along a curve. */
export const CONFIDENCE = 0.95;
/** How often rows are drawn again for an interval. */
export const RESAMPLES = 400;

/** The place on a grid that is nearest to a rate. */
export function nearest(grid: readonly number[], rate: number): number {
  return grid.reduce(
    (best, value, k) => (Math.abs(value - rate) < Math.abs(grid[best] - rate) ? k : best),
    0,
  );
}

/** The mean over seeds. */
export const meanAt = ({ curves }: Pick<MethodScores, 'curves'>, rate: number): number =>
  curves.reduce((sum, curve) => sum + valueAt(curve, rate), 0) / curves.length;

/** The test rows as resampling needs them. */
export type ResampledRows = Pick<
  BootstrapInput,
  'modelValue' | 'expertValue' | 'weight' | 'clusters'
>;

/** What resampling starts from, but for the scores. */
export function resampledRows(
  { expert }: Pick<ComparisonPlan, 'expert'>,
  table: Table,
): ResampledRows {
  const outcomes = outcomesOf(table, expert);
  return {
    modelValue: outcomes.model,
    expertValue: outcomes.expert,
    weight: table.weight,
    clusters: table.cluster?.index,
  };
}

/** Methods on resamples of the test rows: rows (or clusters) and seeds are drawn together. */
export const resampleMethods = (
  plan: Pick<ComparisonPlan, 'expert' | 'seeds'>,
  table: Table,
  methods: readonly Pick<MethodScores, 'name' | 'scores'>[],
  rates: readonly number[],
  onProgress?: (done: number) => void,
): Replicates =>
  bootstrapCurves(
    {
      ...resampledRows(plan, table),
      methods: methods.map(({ name, scores }) => ({ name, scores })),
      rates,
    },
    { resamples: RESAMPLES, seed: plan.seeds[0], onProgress },
  );

/** What bands show: intervals over rows and seeds, or the spread over seeds, as the paper draws it. */
export type BandKind = 'rows-and-seeds' | 'seeds';

/**
 * The band of a method along the rates of its replicates: at each rate by itself, or for all rates at
 * once, which is what may be read off a curve after looking at it. Never narrower than `at`.
 */
export function bandOf(
  name: string,
  replicates: Replicates,
  holds: 'at each rate' | 'at all rates' = 'at each rate',
  at?: IntervalAt,
): { lower: number[]; upper: number[] } {
  const found = band(replicates, name, undefined, CONFIDENCE);
  const { lower, upper } =
    holds === 'at each rate' ? pointwiseBand(found, at) : simultaneousBand(found, at);
  return { lower: [...lower], upper: [...upper] };
}

/** With more rows a bootstrap sees enough of both kinds at any rate; of clusters there may still be few. */
const MOST_WIDENED = 20_000;

/** Whether a bootstrap of these rows needs the interval formula beside it. */
export const isWidened = ({ modelValue, clusters }: GainRows): boolean =>
  modelValue.length <= MOST_WIDENED || clusters !== undefined;

/** What bands of accuracies, losses or costs are never narrower than; undefined where rows are many. */
export function valueIntervals(
  rows: GainRows,
  scores: readonly Scores[],
  rates: readonly number[],
  target: 'accuracy' | 'loss' | 'cost',
): IntervalAt | undefined {
  if (!isWidened(rows)) return undefined;
  const ends = target === 'accuracy' ? ([0, 1] as const) : endsOf(rows);
  return valueIntervalsAt(rows, scores, rates, ends);
}

/** Losses and costs know no bounds but what the rows show. */
function endsOf({ modelValue, expertValue }: GainRows): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const values of [modelValue, expertValue])
    for (let i = 0; i < values.length; i++) {
      least = Math.min(least, values[i]);
      most = Math.max(most, values[i]);
    }
  return [least, most];
}

/** ± one deviation over seeds. One seed has no spread: no band then, rather than one of width 0. */
export function seedBand(
  { curves }: Pick<MethodScores, 'curves'>,
  grid: readonly number[],
): { lower?: number[]; upper?: number[] } {
  if (curves.length === 1) return {};
  const { mean, std } = summarise(curves, grid);
  return { lower: mean.map((v, k) => v - std[k]), upper: mean.map((v, k) => v + std[k]) };
}
