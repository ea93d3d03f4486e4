import type { PolicyColumns, Table } from '@cede/core';
import type { TableIssue } from './table-issue.js';

/** A table that was read and checked: its name, its hash, and what the check had to say. */
export interface NamedTable {
  readonly table: Table;
  /** What people know it by: the name of its file. */
  readonly name: string;
  readonly hash: string;
  readonly issues: readonly TableIssue[];
  /** How its columns were named to its reader: `fit` keeps it with the policy. */
  readonly columns?: PolicyColumns;
}
