import { splitTable } from '@cede/core';
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
  return { fit: part(fit, 'fit'), test: { ...part(test, 'test'), findings: [] } };
}
