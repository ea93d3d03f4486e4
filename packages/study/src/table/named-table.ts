import type { Table } from '@cede/core';
import type { TableIssue } from '@cede/data';

/** A table that was read and checked: its name, its hash, and what the check had to say. */
export interface NamedTable {
  readonly table: Table;
  /** What people know it by: the name of its file. */
  readonly name: string;
  readonly hash: string;
  readonly issues: readonly TableIssue[];
}

/** What a person should know before believing the numbers. */
export function warnings(issues: readonly TableIssue[]): string[] {
  return issues.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
}
