import { answeredTable, plainAnswers } from '../answers/answered-table.js';
import { insist } from '../error.js';
import { type StoredThreshold, thresholdValue } from '../statistics/stored-threshold.js';
import { modelAnswers } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import type { Policy } from './policy.js';

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

/** The group of each row of a table; undefined where it doesn't tell. */
export function groupOfRow(
  {
    threshold,
    answers,
  }: Pick<Policy, 'answers'> & {
    readonly threshold: { readonly groups?: Pick<GroupThresholds, 'of'> };
  },
  table: Table,
): (row: number) => string | undefined {
  const { group, classes } = table;
  if (threshold.groups?.of !== 'answer') return (row) => group?.names[group.index[row]];
  if (!table.model) return () => undefined;
  // As the policy itself answers, whatever the rows are counted by.
  const own = modelAnswers(answeredTable(plainAnswers(table), answers));
  return (row) => classes[own[row]];
}

/** Each group once, with a threshold each. */
export function validateGroupThresholds(groups: GroupThresholds): void {
  const { names, values } = groups;
  insist(
    names.length === values.length && new Set(names).size === names.length,
    () => `there are ${values.length} thresholds for ${names.length} groups.`,
  );
}
