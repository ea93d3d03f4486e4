import { splitTable } from '@cede/core';
import { checkTable } from '@cede/data';
import { tableHash } from '@cede/data/node';
import type { CheckedTable } from '../tables.js';

/** One table cut into a fitting and a test side. */
export function splitSides(
  whole: CheckedTable,
  testShare: number,
  seed: number,
): { fit: CheckedTable; test: CheckedTable } {
  const { fit, test } = splitTable(whole.table, { testShare, seed });
  const part = (table: typeof fit, what: string): CheckedTable => ({
    ...whole,
    table,
    name: `${whole.name} (${what})`,
    hash: tableHash(table),
  });
  const side = part(test, 'test');
  // What was said of the whole need not be said twice; that few rows are left is news.
  const findings = checkTable(test, { name: side.name }).filter(({ code }) => code === 'few-rows');
  return { fit: part(fit, 'fit'), test: { ...side, findings } };
}
