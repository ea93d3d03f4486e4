import { type Policy, topCases } from '@cede/core';
import { print } from '../terminal/print.js';
import type { DecideFlags } from './flags.js';
import { readRows } from './table.js';

/** The cases that gain most from the expert, best first. */
export async function printTop(
  policy: Policy,
  path: string | undefined,
  flags: DecideFlags,
  top: number,
): Promise<void> {
  const table = await readRows(policy, path ?? '-', flags);
  const picked = topCases(policy, table, top);
  if (flags.quiet) return;
  const document = { format: 'cede/top', version: 1, rows: table.rows, top: picked };
  if (flags.json) print(`${JSON.stringify(document, null, 2)}\n`);
  else print(`${picked.map((line) => JSON.stringify(line)).join('\n')}\n`);
}
