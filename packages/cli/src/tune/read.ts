import { InputError, isRejecting, type Policy, type Table } from '@cede/core';
import { withGroupColumn } from '../groups/group-column.js';
import { type TableFlags, tableOptions } from '../options/table.js';
import { type CheckedTable, loadTable } from '../tables.js';

/**
 * A table read for a policy: its classes and feature columns are the policy's. Where the policy
 * needs no feature, columns are found by name as when it was fitted, so that the hash of a table
 * is the same at both times.
 */
export async function readFor(
  policy: Policy,
  paths: string | readonly string[],
  flags: TableFlags,
  seed: number,
  needs: 'scores' | 'truth',
): Promise<CheckedTable> {
  const { columns } = policy.scorer.features;
  const named = columns.length > 0 ? columns.map(({ name }) => name) : undefined;
  const rejecting = isRejecting(policy);
  const loaded = await withGroupColumn(policy, flags, (group) =>
    loadTable(paths, {
      ...tableOptions(flags, seed),
      group,
      features: flags.features ?? named,
      unlabelled: needs === 'scores' || rejecting,
      ...(policy.classes.length > 0 && { classes: flags.classes ?? policy.classes }),
    }),
  );
  if (needs === 'truth' && rejecting) insistOnTruth(loaded.table, loaded.name);
  return loaded;
}

/** A table without an expert is read like unlabelled rows; the truth must then be asked for. */
export function insistOnTruth({ label, labelVotes, ...table }: Table, name: string): void {
  if (!label && !labelVotes && !table.modelCorrect && !table.modelLoss)
    throw new InputError(`table ${name}: no column "label". Name the true class with --label.`);
  const gap = label ? label.indexOf(-1) : -1;
  if (gap >= 0)
    throw new InputError(
      `table ${name}, row ${gap + 1}: the label is missing. Leave the row out, or give its true class.`,
    );
}
