import { knownName } from './blocks.js';
import { unseenCode } from './categories.js';
import type { ColumnSpec } from './column-spec.js';
import type { FeatureSpec } from './spec.js';

/** A value this many deviations beyond the fitted range is far outside it. */
const FAR = 3;

/**
 * The feature columns whose value lies far outside what was fitted, or is a level that no fitting row
 * had. What a scorer says of such a row is extrapolation. Policies without ranges (older ones) flag
 * nothing. Values are codes, as features are made of.
 */
export function unusualColumns(
  features: Pick<FeatureSpec, 'columns' | 'blocks'>,
  codes: ArrayLike<number>,
): string[] | undefined {
  const { columns } = features;
  // Nearly always none: a hot loop then allocates nothing.
  let found: string[] | undefined;
  for (let j = 0; j < columns.length; j++) {
    if (!isUnusual(columns[j], codes[j])) continue;
    const name = knownName(features, j);
    if (!found?.includes(name)) found = [...(found ?? []), name];
  }
  return found;
}

function isUnusual(column: ColumnSpec, code: number): boolean {
  const { deviation, least, most } = column;
  if (column.levels) return code === unseenCode(column);
  if (least === undefined || most === undefined) return false;
  const value = Math.fround(code);
  return value < least - FAR * deviation || value > most + FAR * deviation;
}
