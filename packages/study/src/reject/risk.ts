/**
 * From curves in which a rejected case counts as right to what is wrong among the answers given:
 * at coverage c the errors of all cases, divided by c. The share of cases fixed, that is one
 * factor for every method and resample, so intervals come along.
 */
import type { Replicates } from '@cede/core';

/** The shares of cases answered that figures show: below 5 % the risk is that of a few rows. */
export const COVERAGES: readonly number[] = Array.from({ length: 96 }, (_, k) => (k + 5) / 100);

/** The rejection rates that belong to them, rising as resampling wants them. */
export const REJECTED: readonly number[] = Array.from({ length: 96 }, (_, k) => k / 100);

/** What a value of the curve is where nothing is wrong: all right, or no loss. */
export const bestValue = (target: 'accuracy' | 'loss'): number => (target === 'accuracy' ? 1 : 0);

/** The risk at a coverage above 0, where the curve has this value. */
export const riskAt = (best: number, value: number, coverage: number): number =>
  (best - value) / coverage;

/** Replicates along rates of rejection as risks along the coverages that belong to them; `model` is its risk on all. */
export function riskReplicates(
  replicates: Replicates,
  best: number,
  coverages = COVERAGES,
): Replicates {
  const stops = coverages.length;
  const width = stops + 1;
  const turned = (name: string, list: Float64Array) => {
    const risks = new Float64Array(list.length);
    for (let row = 0; row < list.length; row += width)
      for (let k = 0; k < stops; k++)
        risks[row + k] = riskAt(
          best,
          list[row + stops - 1 - k],
          name === 'model' ? 1 : coverages[k],
        );
    return risks;
  };
  const all = (lists: ReadonlyMap<string, Float64Array>) =>
    new Map([...lists].map(([name, list]) => [name, turned(name, list)]));
  return {
    ...replicates,
    rates: coverages,
    estimate: all(replicates.estimate),
    draws: all(replicates.draws),
  };
}
