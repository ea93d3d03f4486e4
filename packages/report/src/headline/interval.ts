import { signed } from '@cede/core';
import { percent, sentenceDecimals, withUnit } from '../number.js';
import type { Interval, ReportData } from '../report-data.js';

export type Ends = Pick<Interval, 'lower' | 'upper'>;
export type Outcome = 'better' | 'worse' | 'unclear';

export function outcome({ finding: { lower, upper }, target }: ReportData): Outcome {
  if (lower <= 0 && upper >= 0) return 'unclear';
  return lower > 0 === target.higherIsBetter ? 'better' : 'worse';
}

/** Of the finding's value minus another: whether the other is better, or worse, for sure. */
export const ahead = ({ target }: ReportData, { lower, upper }: Ends) =>
  target.higherIsBetter ? upper < 0 : lower > 0;
export const behind = ({ target }: ReportData, { lower, upper }: Ends) =>
  target.higherIsBetter ? lower > 0 : upper < 0;

export const apart = ({ lower, upper }: Ends) => lower > 0 || upper < 0;

export const flipped = ({ lower, upper }: Ends): Ends => ({ lower: -upper, upper: -lower });

/**
 * "Does as well" is a claim of its own: the whole interval must lie inside this, in points. A loss
 * has no margin that everybody would accept.
 */
export const MARGIN = 0.5;

export const asWell = ({ target }: ReportData, { lower, upper }: Ends) =>
  target.kind === 'accuracy' && lower > -MARGIN && upper < MARGIN;

/** "+0.3 to +1.3 points", with as many decimals as its own width needs. */
export function range({ target, finding }: ReportData, { lower, upper }: Ends): string {
  const decimals = sentenceDecimals({
    target,
    finding: { modelValue: finding.modelValue, lower, upper },
  });
  return withUnit(ends({ lower, upper }, decimals), target.differenceUnit);
}

const ends = ({ lower, upper }: Ends, decimals: number) =>
  `${signed(lower, decimals)} to ${signed(upper, decimals)}`;

/** "+0.8 points (95 % interval +0.3 to +1.3)": the unit stands once, and the decimals are the same. */
export function estimated(
  data: ReportData,
  { estimate, ...interval }: Ends & { readonly estimate: number },
): string {
  const decimals = sentenceDecimals(data);
  const size = withUnit(signed(estimate, decimals), data.target.differenceUnit);
  return `${size} (${percent(data.finding.confidence)} interval ${ends(interval, decimals)})`;
}

/** "95 % interval +0.3 to +1.3 points" */
export const interval = (data: ReportData, ends: Ends): string =>
  `${percent(data.finding.confidence)} interval ${range(data, ends)}`;
