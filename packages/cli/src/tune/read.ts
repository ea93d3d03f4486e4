import { InputError, isRejecting, type Policy, type Table } from '@cede/core';
import { type TableFlags, tableOptions } from '../options/table.js';
import { refuseProbabilities } from '../roles/logits.js';
import { readRemembering } from '../roles/read.js';
import { type CheckedTable, loadTable, rereadable } from '../tables.js';

/**
 * A table read for a policy: its classes and feature columns are the policy's, and the others those
 * that the policy remembers. Where the policy
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
  const again = await rereadable(paths);
  const loaded = await readRemembering(policy, flags, async (used) => {
    const read = await loadTable(
      paths,
      {
        ...tableOptions(used, seed),
        features: used.features ?? named,
        unlabelled: needs === 'scores' || rejecting,
        ...(policy.classes.length > 0 && { classes: flags.classes ?? policy.classes }),
      },
      again,
    );
    refuseProbabilities(read.table, read.name, flags, used);
    return read;
  });
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
