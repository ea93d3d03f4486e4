import type { Curve } from './curve.js';

/** The mean value over all rates: the trapezoid rule, exact because the curve is piecewise linear. */
export function area(curve: Curve): number {
  let sum = 0;
  for (let k = 1; k < curve.rates.length; k++) {
    sum += ((curve.values[k] + curve.values[k - 1]) / 2) * (curve.rates[k] - curve.rates[k - 1]);
  }
  return sum;
}

/** How much of the way from random to the oracle a method covers; null where there is no way to go. */
export function shareOfGap(method: number, random: number, oracle: number): number | null {
  return Math.abs(oracle - random) < 1e-12 ? null : (method - random) / (oracle - random);
}
