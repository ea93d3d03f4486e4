import {
  band,
  bootstrapCurves,
  outcomesOf,
  type Replicates,
  summarise,
  type Table,
  valueAt,
} from '@cede/core';
import type { MethodScores } from './grid.js';
import type { ComparePlan } from './plan.js';

/** The rates at which figures draw curves, and what their bands mean. */
export const GRID: readonly number[] = Array.from({ length: 101 }, (_, k) => k / 100);
export const CONFIDENCE = 0.95;
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

/** Methods drawn again on the test rows, by rows (or clusters) and seeds together. */
export const drawnAgain = (
  { expert, seeds }: Pick<ComparePlan, 'expert' | 'seeds'>,
  table: Table,
  methods: readonly Pick<MethodScores, 'name' | 'scores'>[],
  rates: readonly number[],
  onProgress?: (done: number) => void,
): Replicates => {
  const outcomes = outcomesOf(table, expert);
  return bootstrapCurves({
    modelValue: outcomes.model,
    expertValue: outcomes.expert,
    methods: methods.map(({ name, scores }) => ({ name, scores })),
    rates,
    weight: table.weight,
    clusters: table.cluster?.index,
    resamples: RESAMPLES,
    seed: seeds[0],
    onProgress,
  });
};

/**
 * The band of a method along the grid, in the unit that `scale` makes of its values. One seed has
 * no spread: there is no band then, rather than one of width 0.
 */
export function bandOf(
  method: Pick<MethodScores, 'name' | 'curves'>,
  replicates: Replicates,
  paperMode: boolean,
  grid: readonly number[],
  scale: number,
): { lower?: number[]; upper?: number[] } {
  const ends = (low: readonly number[], high: readonly number[]) =>
    scale > 0
      ? { lower: low.map((v) => scale * v), upper: high.map((v) => scale * v) }
      : { lower: high.map((v) => scale * v), upper: low.map((v) => scale * v) };
  if (paperMode) {
    if (method.curves.length === 1) return {};
    const { mean, std } = summarise(method.curves, grid);
    return ends(
      mean.map((v, k) => v - std[k]),
      mean.map((v, k) => v + std[k]),
    );
  }
  const { lower, upper } = band(replicates, method.name, undefined, CONFIDENCE);
  return ends(lower, upper);
}
