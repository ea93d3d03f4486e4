import { area } from './area.js';
import { type Curve, valueAt } from './curve.js';

/** One method over its seeds, as the paper prints it: mean ± standard deviation at each rate. */
export interface CurveSummary {
  readonly seeds: number;
  readonly mean: number[];
  readonly std: number[];
  readonly area: number;
}

/** Population standard deviation over seeds (0 for a method without a seed), like the paper's ±. */
export function summarise(curves: readonly Curve[], rates: readonly number[]): CurveSummary {
  const atRates = rates.map((rate) => curves.map((curve) => valueAt(curve, rate)));
  return {
    seeds: curves.length,
    mean: atRates.map(mean),
    std: atRates.map(deviation),
    area: mean(curves.map(area)),
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}
