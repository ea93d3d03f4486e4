import { band, type Replicates, summarise, valueAt } from '@cede/core';
import type { MethodScores } from './grid.js';

/** The rates at which figures draw curves, and what their bands mean. */
export const GRID: readonly number[] = Array.from({ length: 101 }, (_, k) => k / 100);
export const CONFIDENCE = 0.95;
export const RESAMPLES = 400;

/** The mean over seeds. */
export const meanAt = ({ curves }: Pick<MethodScores, 'curves'>, rate: number): number =>
  curves.reduce((sum, curve) => sum + valueAt(curve, rate), 0) / curves.length;

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
