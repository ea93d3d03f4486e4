import { insist } from '../error.js';
import { type StoredThreshold, thresholdValue } from '../statistics/stored-threshold.js';

/**
 * Own thresholds of groups. Where a case comes without its group, or with one that was not there
 * when thresholds were set, or where the law forbids to look, the common threshold decides.
 */
export interface GroupThresholds {
  /** The column that names a case's group. */
  readonly column: string;
  readonly names: readonly string[];
  readonly values: readonly StoredThreshold[];
  /** Groups are the model's own answers, and no column: `column` then says so in words. */
  readonly of?: 'answer';
}

/** What groups are called where they are the model's own answers. */
export const MODEL_ANSWER = "the model's answer";

/** What a reader of a policy must know to honour them (`requires`). */
export const GROUP_THRESHOLDS = 'group-thresholds';
export const ANSWER_THRESHOLDS = 'answer-thresholds';

/** The threshold of a case: its group's own, else the common one. */
export function groupThreshold(
  groups: GroupThresholds | undefined,
  common: number,
): (group: string | undefined) => number {
  if (!groups) return () => common;
  const own = new Map(groups.names.map((name, k) => [name, thresholdValue(groups.values[k])]));
  return (group) => (group === undefined ? common : (own.get(group) ?? common));
}

/** Each group once, with a threshold each. */
export function validateGroupThresholds(groups: GroupThresholds): void {
  const { names, values } = groups;
  insist(
    names.length === values.length && new Set(names).size === names.length,
    () => `there are ${values.length} thresholds for ${names.length} groups.`,
  );
}
