import type { TableIssue } from '@cede/data';
import { type AnyTable, namedTable } from '../table/named-table.js';
import { summarise, type TableSummary } from './summary.js';

/** A table looked at without any training: what is wrong with it, and what it could bring. */
export interface TableCheck {
  readonly name: string;
  readonly hash: string;
  readonly summary: TableSummary;
  /** What is wrong or remarkable about it, errors first. */
  readonly issues: readonly TableIssue[];
}

/** Looks at a table: accuracies, rescues and harms, what handing over could gain, and what is wrong. */
export function check(given: AnyTable): TableCheck {
  const { table, name, hash, issues } = namedTable(given);
  return { name, hash, summary: summarise(table), issues };
}
