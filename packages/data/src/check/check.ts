import { TableError } from '../problems.js';
import type { TableIssue } from '../table-issue.js';
import { classOrder } from './class-order.js';
import { neverPredicted, unequalClasses } from './classes.js';
import type { About, Check, TableToCheck } from './contract.js';
import { duplicateIds } from './duplicate-ids.js';
import { expertAlwaysRight, expertIsModel, expertMissing } from './expert.js';
import { manyLevels, missingFeatures } from './features.js';
import { fewClusters } from './few-clusters.js';
import { fewRows } from './few-rows.js';
import { trainedOnRows, voteInLabel } from './leakage.js';
import { constantFeatures, modelAlwaysRight, weightless } from './model.js';
import { expertSide, modelSide } from './side.js';

/** Every check, in the order they are shown within a severity. */
export const checks: readonly Check[] = [
  classOrder,
  fewRows,
  fewClusters,
  duplicateIds,
  weightless,
  expertMissing,
  voteInLabel,
  expertAlwaysRight,
  expertIsModel,
  modelAlwaysRight,
  trainedOnRows,
  neverPredicted,
  unequalClasses,
  missingFeatures,
  manyLevels,
  constantFeatures,
];

const ORDER = { error: 0, warning: 1, note: 2 };

/** How a table is checked. */
export interface CheckOptions {
  /** The table's name for messages. */
  readonly name?: string;
}

/** What is wrong or remarkable about a table, errors first. */
export function checkTable(
  table: TableToCheck & {
    readonly sources?: readonly { readonly name: string }[];
  },
  options: CheckOptions = {},
): TableIssue[] {
  const about: About = {
    name: options.name ?? table.sources?.map(({ name }) => name).join(' + ') ?? 'in memory',
    model: modelSide(table),
    experts: table.experts.map((expert) => expertSide(table, expert)),
  };
  const issues = [...checks.flatMap((check) => check(table, about)), ...(table.notes ?? [])];
  return issues
    .map((issue, position) => ({ issue, position }))
    .sort((a, b) => ORDER[a.issue.severity] - ORDER[b.issue.severity] || a.position - b.position)
    .map(({ issue }) => issue);
}

/** Throws the errors among issues, if there are any. */
export function refuseErrors(issues: readonly TableIssue[]): void {
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new TableError(errors);
}
