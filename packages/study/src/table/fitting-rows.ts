import { canTellSeen, type Policy, shareSeen } from '@cede/core';
import type { NamedTable } from './named-table.js';

/** So many of 64 sampled rows may look like others: a table of which one row in twenty repeats is sampled too. */
const BY_CHANCE = 0.1;

/** The share of the fitting rows that a table holds, by the policy's sample of them; 0 for new rows. */
export function fittingShare(policy: Policy, { hash, table }: NamedTable): number {
  if (policy.table.hash === hash) return 1;
  const share = shareSeen(policy.table, table);
  return share > BY_CHANCE ? share : 0;
}

/** Whether that can't be told; a policy that sampled no rows is of before, and says nothing. */
export const isUntold = (policy: Policy, { hash, table }: NamedTable): boolean =>
  policy.table.hash !== hash &&
  policy.table.sample !== undefined &&
  !canTellSeen(policy.table, table);
