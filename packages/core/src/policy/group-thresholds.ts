import { InputError, insist } from '../error.js';
import {
  isStoredThreshold,
  type StoredThreshold,
  thresholdValue,
} from '../statistics/stored-threshold.js';

/**
 * Own thresholds of groups. Where a case comes without its group, or with one that was not there
 * when thresholds were set, or where the law forbids to look, the common threshold decides.
 */
export interface GroupThresholds {
  /** The column that names a case's group. */
  readonly column: string;
  readonly names: readonly string[];
  readonly values: readonly StoredThreshold[];
}

/** What a reader of a policy must know to honour them (`requires`). */
export const GROUP_THRESHOLDS = 'group-thresholds';

/** The threshold of a case: its group's own, else the common one. */
export function groupThreshold(
  groups: GroupThresholds | undefined,
  common: number,
): (group: string | undefined) => number {
  if (!groups) return () => common;
  const own = new Map(groups.names.map((name, k) => [name, thresholdValue(groups.values[k])]));
  return (group) => (group === undefined ? common : (own.get(group) ?? common));
}

/** Refuses damaged ones, as a file may hold. */
export function validateGroupThresholds(groups: GroupThresholds): void {
  const { column, names, values } = groups;
  insist(
    typeof column === 'string' && Array.isArray(names) && Array.isArray(values),
    () => 'the thresholds of groups are damaged.',
  );
  insist(
    names.length === values.length && new Set(names).size === names.length && names.length > 0,
    () => `there are ${values.length} thresholds for ${names.length} groups.`,
  );
  for (const value of values) {
    if (!isStoredThreshold(value))
      throw new InputError(`the threshold of a group is ${JSON.stringify(value)}.`);
  }
}
