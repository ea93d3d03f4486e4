import { type Table, validateTable } from '@cede/core';
import { checkTable, refuseErrors, type TableIssue, tableHash } from '@cede/data';

/** A table that was read and checked: its name, its hash, and what the check had to say. */
export interface NamedTable {
  readonly table: Table;
  /** What people know it by: the name of its file. */
  readonly name: string;
  readonly hash: string;
  readonly issues: readonly TableIssue[];
}

/** What every question accepts: a table as it was read, or one a program made. */
export type AnyTable = Table | NamedTable;

/** The table with its name and hash; one that a program made is checked first. */
export function namedTable(table: AnyTable, name = 'in memory'): NamedTable {
  if ('issues' in table) return table;
  validateTable(table);
  const issues = checkTable(table, { name });
  refuseErrors(issues);
  return { table, name, hash: tableHash(table), issues };
}

/** What a person should know before believing the numbers. */
export function warnings(issues: readonly TableIssue[]): string[] {
  return issues.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
}
