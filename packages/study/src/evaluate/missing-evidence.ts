import { expertFor, expertKind, type Policy, type StoredCertificate, type Table } from '@cede/core';
import { answersPriced } from '../certify/counted-rows.js';
import { onlyRate } from '../certify/stored-certificate.js';

/** Why rows can't be held against a certificate: they don't tell what it counted. */
export type MissingEvidence =
  | 'no-cost-matrix'
  | 'no-losses'
  | 'no-costs'
  | 'no-answer-costs'
  /** The policy turns cases away, and nobody's answers cost anything. */
  | 'asks-nobody'
  /** Losses where right and wrong was promised. */
  | 'has-losses'
  /** The certificate counts cases, and the clusters of these rows may have any size. */
  | 'unbounded-clusters'
  | 'no-groups'
  | 'no-such-group';

export function missingEvidence(
  certificate: StoredCertificate,
  policy: Policy,
  table: Table,
): MissingEvidence | undefined {
  const { cost, budget } = certificate;
  if (budget) return answersPriced(policy, table) ? undefined : unpaid(policy, table);
  if (onlyRate(certificate)) return undefined;
  const losses = hasLosses(policy, table);
  switch (pricedBy({ cost })) {
    case 'matrix':
      return table.costMatrix ? undefined : 'no-cost-matrix';
    case 'losses':
      return losses ? undefined : 'no-losses';
    case 'unknown':
      return table.costMatrix || losses || answersPriced(policy, table) ? undefined : 'no-costs';
    case 'answers':
      if (!answersPriced(policy, table)) return unpaid(policy, table);
  }
  return losses ? 'has-losses' : undefined;
}

/** The rows as the certificate counted them: a matrix that came later prices nothing in it. */
export function asCertified({ cost }: StoredCertificate, table: Table): Table {
  const by = pricedBy({ cost });
  return by === 'matrix' || by === 'unknown' ? table : { ...table, costMatrix: undefined };
}

/** Older files say only what an error cost. */
const pricedBy = ({ cost }: Pick<StoredCertificate, 'cost'>) =>
  cost === undefined || cost.errorCost !== undefined ? 'error' : (cost.pricedBy ?? 'unknown');

const hasLosses = (policy: Policy, table: Table): boolean =>
  expertKind(expertFor(policy, table)).target(table) === 'loss';

const unpaid = (policy: Policy, table: Table): MissingEvidence =>
  expertKind(expertFor(policy, table)).answers ? 'no-answer-costs' : 'asks-nobody';
