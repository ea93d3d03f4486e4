import type { FeatureSpec } from './spec.js';

/** A value this many deviations beyond the fitted range is far outside it. */
const FAR = 3;

/**
 * The feature columns whose value lies far outside what was fitted. What a scorer says of such a row
 * is extrapolation. Policies without ranges (older ones) flag nothing.
 */
export function unusualColumns(
  { columns }: Pick<FeatureSpec, 'columns'>,
  values: ArrayLike<number>,
): string[] | undefined {
  // Nearly always none: a hot loop then allocates nothing.
  let found: string[] | undefined;
  for (let j = 0; j < columns.length; j++) {
    const { name, deviation, least, most } = columns[j];
    if (least === undefined || most === undefined) continue;
    const value = Math.fround(values[j]);
    if (value < least - FAR * deviation || value > most + FAR * deviation)
      found = [...(found ?? []), name];
  }
  return found;
}
