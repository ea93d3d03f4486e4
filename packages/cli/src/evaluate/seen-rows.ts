import { type Policy, shareSeen } from '@cede/core';
import { percent } from '@cede/report/words';
import type { NamedTable } from '@cede/study';

/** One sampled row of 64 may look like another. */
const BY_CHANCE = 0.02;

/** The share of the fitting rows that a table holds, by the policy's sample of them; 0 for new rows. */
export function fittingShare(policy: Policy, { hash, table }: NamedTable): number {
  if (policy.table.hash === hash) return 1;
  const share = shareSeen(policy.table.sample, table);
  return share > BY_CHANCE ? share : 0;
}

/** A policy judged on what it was made from looks better than it is. */
export function fittingRowsWarning(share: number, name: string): string[] {
  if (share === 0) return [];
  const what =
    share === 1
      ? `${name} holds the rows that the policy was fitted on`
      : `${name} holds about ${percent(share, 0)} of the rows that the policy was fitted on`;
  return [`${what}, so these numbers are too good. Evaluate on rows that no fitting has seen.`];
}
