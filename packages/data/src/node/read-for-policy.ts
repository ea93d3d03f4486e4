import { InputError, isRejecting, type Policy } from '@cede/core';
import type { Purpose } from '../column-roles.js';
import { classesFor } from '../for-policy/classes.js';
import { featuresFor } from '../for-policy/features.js';
import { insistOnTruth } from '../for-policy/insist-on-truth.js';
import { refuseProbabilities } from '../for-policy/logits.js';
import { insistOnModel, readRemembering } from '../for-policy/read-remembering.js';
import type { LoadedTable } from '../loaded-table.js';
import type { NamedTable } from '../named-table.js';
import type { TableOptions } from '../options.js';
import { loadTable, rereadable } from './load-table.js';

type Paths = string | readonly string[];

/**
 * A table read for a policy: its classes and feature columns are the policy's, and the others those
 * that the policy remembers. Where the policy needs no feature, columns are found by name as when it
 * was fitted, so that the hash of a table is the same at both times.
 */
export async function readForPolicy(
  policy: Policy,
  paths: Paths,
  options: TableOptions,
  purpose: Purpose,
): Promise<NamedTable> {
  const hasFeatures = policy.scorer.features.columns.length > 0;
  const rejecting = isRejecting(policy);
  const unlabelled = purpose !== 'truth' || rejecting;
  const read = await policyReader(policy, paths, options);
  const remembering = (needed: Purpose) =>
    readRemembering(
      policy,
      options,
      (used) =>
        loadTable(
          paths,
          { ...used, unlabelled, ...(hasFeatures && featuresFor(policy, used)) },
          read,
        ),
      needed,
    );
  if (purpose === 'scores') return remembering(purpose);
  if (purpose !== 'truth')
    // By all its columns, a table that certifies more than once is known again.
    return remembering('truth').catch((error) => {
      if (error instanceof InputError) return remembering(purpose);
      throw error;
    });
  const loaded = await remembering(purpose);
  if (rejecting) insistOnTruth(loaded.table, loaded.name);
  return loaded;
}

/** Rows to decide: neither label nor expert is needed, nor a check of what nobody decides by. */
export async function readRowsForPolicy(
  policy: Policy,
  paths: Paths,
  options: TableOptions,
): Promise<LoadedTable> {
  const features = featuresFor(policy, options);
  const read = await policyReader(policy, paths, options);
  return readRemembering(
    policy,
    options,
    (used) => read({ ...used, unlabelled: true, ...features }),
    'scores',
  );
}

/** Reads with the policy's classes, as often as it takes; refuses what the policy can't decide by. */
async function policyReader(policy: Policy, paths: Paths, given: TableOptions) {
  const again = await rereadable(paths);
  return async (options: TableOptions): Promise<LoadedTable> => {
    const table = await again({ ...options, ...classesFor(policy, given) });
    refuseProbabilities(table, given);
    insistOnModel(policy, table);
    return table;
  };
}
