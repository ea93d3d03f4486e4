import { type Table, validateTable } from '@cede/core';
import { checkTable, type NamedTable, refuseErrors, type TableIssue, tableHash } from '@cede/data';
import type { HashedTable } from './hashed-table.js';

export type { NamedTable };

/** What every question accepts: a table as it was read, or one a program made. */
export type AnyTable = Table | NamedTable | HashedTable;

/** The table with its name and hash; one that a program made is checked first. */
export function namedTable(table: AnyTable, name = 'in memory'): NamedTable {
  if ('issues' in table) return table;
  if ('hash' in table) return { ...namedTable(table.table, table.name ?? name), hash: table.hash };
  validateTable(table);
  const issues = checkTable(table, { name });
  refuseErrors(issues);
  return { table, name, hash: tableHash(table), issues };
}

/** The rows alone, as they are. */
export const rowsOf = (table: AnyTable): Table => ('table' in table ? table.table : table);

/** The same where only the hash is asked for, by which cells name the table. */
export const hashedTable = (table: AnyTable): HashedTable & { readonly name: string } =>
  'hash' in table ? { ...table, name: table.name ?? 'in memory' } : namedTable(table);

/** What a person should know before believing the numbers. */
export function warnings(issues: readonly TableIssue[]): string[] {
  return issues.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
}
