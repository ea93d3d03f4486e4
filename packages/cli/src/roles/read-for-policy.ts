import { InputError, isRejecting, type Policy } from '@cede/core';
import { insistOnTruth, type NamedTable } from '@cede/study';
import { type TableFlags, tableOptions } from '../options/table.js';
import { loadTable, rereadable } from '../tables.js';
import { classesFor } from './classes.js';
import { refuseProbabilities } from './logits.js';
import { insistOnModel, readRemembering } from './read.js';
import { COUNTING, DECIDING, type Role, SPENDING } from './remembered.js';

/** What the rows are read for: to be scored, to promise a rate or a budget, or against the truth. */
export type Needs = 'scores' | 'rate' | 'budget' | 'truth';

const NEEDED = { scores: DECIDING, rate: COUNTING, budget: SPENDING } as const;

/**
 * A table read for a policy: its classes and feature columns are the policy's, and the others those
 * that the policy remembers. Where the policy needs no feature, columns are found by name as when it
 * was fitted, so that the hash of a table is the same at both times.
 */
export async function readForPolicy(
  policy: Policy,
  paths: string | readonly string[],
  flags: TableFlags,
  seed: number,
  needs: Needs,
): Promise<NamedTable> {
  const { columns } = policy.scorer.features;
  const named = columns.length > 0 ? columns.map(({ name }) => name) : undefined;
  const rejecting = isRejecting(policy);
  const again = await rereadable(paths);
  const readWith = async (used: TableFlags) => {
    const options = {
      ...tableOptions(used, seed),
      features: used.features ?? named,
      unlabelled: needs !== 'truth' || rejecting,
      ...classesFor(policy, flags),
    };
    return loadTable(paths, options, async (asked) => {
      const table = await again(asked);
      refuseProbabilities(table, flags);
      insistOnModel(policy, table);
      return table;
    });
  };
  const remembering = (needed?: readonly Role[]) =>
    readRemembering(policy, flags, readWith, needed);
  if (needs === 'scores') return remembering(NEEDED.scores);
  if (needs !== 'truth')
    // By all its columns, a table that certifies more than once is known again.
    return remembering().catch((error) => {
      if (error instanceof InputError) return remembering(NEEDED[needs]);
      throw error;
    });
  const loaded = await remembering();
  if (rejecting) insistOnTruth(loaded.table, loaded.name);
  return loaded;
}
