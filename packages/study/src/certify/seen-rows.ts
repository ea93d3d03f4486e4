import { InputError, type Policy } from '@cede/core';
import type { Note } from '../note.js';
import { fittingShare, isUntold } from '../table/fitting-rows.js';
import type { NamedTable } from '../table/named-table.js';

/** Rows that fitted the scorer can't certify it; rows that certified before do so only once. */
export function refuseSeenRows(policy: Policy, named: NamedTable): Note[] {
  const { hash, name } = named;
  const seen = fittingShare(policy, named);
  if (seen > 0) {
    const what =
      policy.table.hash === hash
        ? 'is the very table the policy was fitted on'
        : `holds rows the policy was fitted on (about ${Math.round(100 * seen)} % of those)`;
    throw new InputError(
      `certificate: ${name} ${what}. Certify with rows that no fitting and no choosing has seen.`,
      'rows-seen',
      { table: name },
    );
  }
  const again = [...policy.certificates, ...(policy.dial ? [policy.dial] : [])].some(
    ({ table }) => table.hash === hash,
  );
  return [
    ...(isUntold(policy, named) ? [{ code: 'fitting-rows-untold', table: name } as const] : []),
    ...(again ? [{ code: 'certified-before', table: name } as const] : []),
  ];
}
