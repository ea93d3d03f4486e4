import { defaultMethod, expertAt, expertKind, type Table } from '@cede/core';

/**
 * The method that a question is about where none is named: `auto`, chosen on the fitting rows alone
 * (inside every fold of a verdict). Where there is nobody to hand over to, what the table asks for.
 */
export function usualMethod(table: Table, expert = 0): string {
  return expertKind(expertAt(table, expert)).answers ? 'auto' : defaultMethod(table, expert);
}
