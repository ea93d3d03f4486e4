import { InputError, splitTable, type Table } from '@cede/core';
import { checkTable, type NamedTable } from '@cede/data';
import { tableHash } from '@cede/data/node';

/** One table cut into a fitting and a test side, neither of which may be too small to be a table. */
export function splitSides(
  whole: NamedTable,
  testShare: number,
  seed: number,
): { fit: NamedTable; test: NamedTable } {
  const { fit, test } = splitTable(whole.table, { testShare, seed });
  const part = (table: Table, side: 'fit' | 'test', way: string): NamedTable => {
    const name = `${whole.name} (${side})`;
    const issues = checkTable(table, { name }).filter(({ code }) => code === 'few-rows');
    if (issues.some(({ severity }) => severity === 'error'))
      throw new InputError(
        `compare: a test share of ${testShare} leaves ${table.rows} ${table.rows === 1 ? 'row' : 'rows'} of ${whole.name} to ${side} on, too few to say anything. Give a ${way} share, or more rows.`,
        'no-rows',
        { side, rows: table.rows },
      );
    return { ...whole, table, name, hash: tableHash(table), issues };
  };
  // What was said of the whole need not be said twice; that few rows are left to test on is news.
  return {
    fit: { ...part(fit, 'fit', 'smaller'), issues: whole.issues },
    test: part(test, 'test', 'larger'),
  };
}
