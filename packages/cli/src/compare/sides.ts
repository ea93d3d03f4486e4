import { InputError, splitTable, type Table } from '@cede/core';
import { checkTable } from '@cede/data';
import { tableHash } from '@cede/data/node';
import type { CheckedTable } from '../tables.js';
import { plural } from '../terminal/numbers.js';

/** One table cut into a fitting and a test side, neither of which may be too small to be a table. */
export function splitSides(
  whole: CheckedTable,
  testShare: number,
  seed: number,
): { fit: CheckedTable; test: CheckedTable } {
  const { fit, test } = splitTable(whole.table, { testShare, seed });
  const part = (table: Table, what: 'fit' | 'test', way: string): CheckedTable => {
    const name = `${whole.name} (${what})`;
    const findings = checkTable(table, { name }).filter(({ code }) => code === 'few-rows');
    if (findings.some(({ severity }) => severity === 'error'))
      throw new InputError(
        `compare: --test-share ${testShare} leaves ${plural(table.rows, 'row')} of ${whole.name} to ${what} on, too few to say anything. Give a ${way} share, or more rows.`,
      );
    return { ...whole, table, name, hash: tableHash(table), findings };
  };
  // What was said of the whole need not be said twice; that few rows are left to test on is news.
  return {
    fit: { ...part(fit, 'fit', 'smaller'), findings: whole.findings },
    test: part(test, 'test', 'larger'),
  };
}
