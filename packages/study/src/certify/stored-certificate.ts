import type { Certificate, CertifyingRows, CertifyingTable, StoredCertificate } from '@cede/core';
import type { Counted, CountingOptions } from './counted-rows.js';
import type { AskedPromises } from './promises/contract.js';
import type { DeclaredRanges } from './ranges.js';

/** A certificate as the policy keeps it: with its rows, and the unit of its costs. */
export function storedCertificate(
  certificate: Certificate,
  counted: Counted & { readonly rows?: Pick<CertifyingRows, 'spending'> },
  { maxCost, budget, errorCost }: AskedPromises & { readonly errorCost?: number },
  table: CertifyingTable,
  group?: StoredCertificate['group'],
  { largestWeight, largestCluster, smallestPropensity }: DeclaredRanges = {},
): StoredCertificate {
  const declared = Object.fromEntries(
    Object.entries({ largestWeight, largestCluster, smallestPropensity }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const { scale, labelled, what, pricedBy } = counted;
  const spendingScale = counted.rows?.spending?.range.largest;
  return {
    ...certificate,
    estimate: labelled ? certificate.estimate : null,
    table,
    applies: true,
    ...(what === 'cost' && {
      cost: {
        ...(maxCost !== undefined && { maxCost }),
        ...unitOf(counted, errorCost),
        pricedBy,
      },
    }),
    ...(budget !== undefined && {
      budget: { asked: budget, largest: what === 'answers' ? scale : spendingScale! },
    }),
    ...(group && { group }),
    ...(Object.keys(declared).length > 0 && { declared }),
  };
}

/** The cost that counts as 1, and the price of an error where that was what counted. */
export const unitOf = ({ scale, pricedBy }: Counted, errorCost: number | undefined) => ({
  largest: scale,
  ...(pricedBy === 'error' && { errorCost }),
});

/** What a stored certificate counted, and in which unit; of a rate alone nothing but the scores. */
export function countedBy(certificate: StoredCertificate): CountingOptions & {
  readonly what: Counted['what'];
  readonly scale: number;
} {
  const { cost, budget } = certificate;
  // A budget beside other promises is one of them; alone it is what the values count.
  if (budget && certificate.promises.budget === undefined)
    return { what: 'answers', scale: budget.largest };
  if (cost && !onlyRate(certificate))
    return { what: 'cost', scale: cost.largest, errorCost: cost.errorCost };
  return { what: 'error', scale: 1 };
}

export const onlyRate = ({ promises }: StoredCertificate): boolean =>
  Object.keys(promises).every((name) => name === 'maxRate');
