import {
  deferralCurve,
  type FitOptions,
  methodNamed,
  outcomesOf,
  splitTable,
  type Table,
  valueAt,
} from '@cede/core';

/** The gain in points that a table would claim at a rate: one fit on half of it, tested on the other. */
export function claimedGain(
  table: Table,
  rate: number,
  method: string,
  options: FitOptions,
): number {
  const { fit, test } = splitTable(table, { testShare: 0.5, seed: options.seed ?? 0 });
  const { model, expert } = outcomesOf(test);
  const scores = methodNamed(method).fit(fit, options).score(test);
  const curve = deferralCurve(scores, model, expert);
  return 100 * (valueAt(curve, rate) - curve.values[0]);
}
