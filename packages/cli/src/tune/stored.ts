import type { Certificate, CertifyingTable, StoredCertificate } from '@cede/core';
import type { Certifying, CertifyingOptions } from './certifying-rows.js';
import type { AskedPromises } from './promises.js';

/** A certificate as the policy keeps it: with its rows, and the unit of its costs. */
export function storedCertificate(
  certificate: Certificate,
  { scale, labelled, what }: Certifying,
  { maxCost, budget, errorCost }: AskedPromises & { readonly errorCost?: number },
  table: CertifyingTable,
  group?: StoredCertificate['group'],
): StoredCertificate {
  return {
    ...certificate,
    estimate: labelled ? certificate.estimate : null,
    table,
    applies: true,
    ...(what === 'cost' && {
      cost: {
        ...(maxCost !== undefined && { maxCost }),
        largest: scale,
        ...(errorCost !== undefined && { errorCost }),
      },
    }),
    ...(budget !== undefined && { budget: { asked: budget, largest: scale } }),
    ...(group && { group }),
  };
}

/** What a stored certificate counted, and in which unit. */
export function countedBy({ cost, budget }: StoredCertificate): CertifyingOptions & {
  readonly what: Certifying['what'];
  readonly scale: number;
} {
  if (budget) return { what: 'answers', scale: budget.largest };
  if (cost) return { what: 'cost', scale: cost.largest, errorCost: cost.errorCost };
  return { what: 'error', scale: 1 };
}
