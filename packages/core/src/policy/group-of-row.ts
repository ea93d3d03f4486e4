import { answeredTable, plainAnswers } from '../answers/answered-table.js';
import { modelAnswers } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import type { GroupThresholds } from './group-thresholds.js';
import type { Policy } from './policy.js';

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
