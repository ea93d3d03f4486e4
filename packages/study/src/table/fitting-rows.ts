import { canTellSeen, type Policy, shareSeen } from '@cede/core';
import type { NamedTable } from './named-table.js';

/** One sampled row of 64 may look like another. */
const BY_CHANCE = 0.02;

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
