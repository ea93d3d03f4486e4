import { type Curve, valueAt } from './curve.js';

/** The lowest rate at which the curve reaches a value; null where it never does. */
export function rateReaching(curve: Curve, value: number): number | null {
  const { rates, values } = curve;
  if (values[0] >= value) return 0;
  for (let k = 1; k < rates.length; k++) {
    if (values[k] < value) continue;
    const rise = values[k] - values[k - 1];
    return rates[k - 1] + ((value - values[k - 1]) / rise) * (rates[k] - rates[k - 1]);
  }
  return null;
}

/** How many hand-overs a method saves against a baseline that is as good. */
export interface ReviewsSaved {
  /** Where the baseline stands, and what it reaches there. */
  readonly baselineRate: number;
  readonly value: number;
  /** The lowest rate at which the baseline has that already: it may have risen and fallen again. */
  readonly baselineNeeds: number;
  /** The rate that the method needs for the same, and the cases it saves of every `rows`. */
  readonly rate: number | null;
  readonly cases: number | null;
}

/**
 * What a manager understands: how many fewer cases the expert sees for the same result. Both curves
 * are asked for the lowest rate that gives it: a baseline past its peak needs fewer cases, too.
 */
export function reviewsSaved(
  method: Curve,
  baseline: Curve,
  baselineRates: readonly number[],
  rows: number,
): ReviewsSaved[] {
  return baselineRates.map((baselineRate) => {
    const value = valueAt(baseline, baselineRate);
    const rate = rateReaching(method, value);
    const baselineNeeds = Math.min(baselineRate, rateReaching(baseline, value) ?? baselineRate);
    const cases = rate === null ? null : (baselineNeeds - rate) * rows;
    return { baselineRate, value, baselineNeeds, rate, cases };
  });
}
