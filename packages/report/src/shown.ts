import type { Estimate, Target } from '@cede/study';

/**
 * Values of a document as people read them, the one place where they are converted: shares in
 * percent, losses as they are and not as the minus that makes more better.
 */
export interface Shown {
  value(value: number): number;
  values(values: readonly number[]): number[];
  /** Of a deviation, or of a risk: what has no direction. */
  size(value: number): number;
  /** The ends of a band change places where the direction does. */
  band<List extends readonly number[] | number | undefined>(
    lower: List,
    upper: List,
  ): { lower: List; upper: List };
  interval(interval: Estimate): Estimate;
}

export function shownAs({ unit, sign }: Target): Shown {
  const factor = unit === 'share' ? 100 : 1;
  const value = (each: number) => sign * factor * each;
  const all = <List extends readonly number[] | number | undefined>(list: List): List =>
    (typeof list === 'number' ? value(list) : list?.map(value)) as List;
  return {
    value,
    values: (values) => values.map(value),
    size: (each) => factor * each,
    band: (lower, upper) =>
      sign > 0
        ? { lower: all(lower), upper: all(upper) }
        : { lower: all(upper), upper: all(lower) },
    interval: ({ estimate, lower, upper }) => ({
      estimate: value(estimate),
      lower: value(sign > 0 ? lower : upper),
      upper: value(sign > 0 ? upper : lower),
    }),
  };
}
