import { InputError } from '@cede/core';
import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';
import { type Plan, sideBySide } from '../plan.js';
import type { ByteSource, OpenTable } from '../read/contract.js';
import { findRoles } from '../roles.js';
import { Assembler } from './assembler.js';

/** Opens a source with a reader that fits it. */
export type Open = (source: ByteSource) => Promise<OpenTable>;

/** Reads one or several files into one table: names, roles, rows, table. */
export async function readSources(
  sources: readonly ByteSource[],
  options: TableOptions,
  open: Open,
): Promise<LoadedTable> {
  let plan: Plan | undefined;
  let assembler: Assembler | undefined;
  for (const source of sources) {
    const opened = await open(source);
    if (!plan || !assembler) {
      plan = findRoles(opened.fields, options, source.name);
      const expected = (opened.expectedRows ?? 0) * (sources.length === 1 ? 1 : sources.length);
      assembler = new Assembler(plan, options, expected, opened.classes);
    } else insistOnSameFields(plan, opened, source.name, sources[0]!.name);
    assembler.startFile(source.name);
    const batches = opened.batches(plan.wants, assembler.problems, sideBySide(plan));
    for await (const batch of batches) assembler.add(batch);
  }
  if (!assembler) throw new InputError('no table was given.', 'no-rows');
  return assembler.finish();
}

function insistOnSameFields(plan: Plan, opened: OpenTable, name: string, first: string): void {
  for (const want of plan.wants) {
    const field = opened.fields.find((candidate) => candidate.name === want.field);
    if (field?.width === want.width && field.misfit === undefined) continue;
    const found = field
      ? `column "${want.field}" ${field.misfit ?? `has ${field.width} numbers a row`}`
      : `no column "${want.field}"`;
    throw new InputError(
      `${found} (expected the columns of ${first}).`,
      'columns-differ',
      { columns: [want.field] },
      `table ${name}`,
    );
  }
}
