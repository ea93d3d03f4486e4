import {
  isRejecting,
  type Policy,
  policyExpert,
  type StoredCertificate,
  type Table,
} from '@cede/core';
import { answersPriced } from '../tune/certifying-rows.js';
import { onlyRate } from '../tune/stored.js';

/** Why rows can't be held against a certificate: they don't tell what it counted. */
export function untoldBy(
  certificate: StoredCertificate,
  policy: Policy,
  table: Table,
): string | undefined {
  const { cost, budget } = certificate;
  if (budget) return answersPriced(policy, table) ? undefined : unpaid(policy);
  if (onlyRate(certificate)) return undefined;
  const losses = hasLosses(policy, table);
  switch (pricedBy({ cost })) {
    case 'matrix':
      return table.costMatrix ? undefined : 'these rows came without --cost-matrix';
    case 'losses':
      return losses ? undefined : 'these rows have no losses';
    case 'unknown':
      return table.costMatrix || losses || answersPriced(policy, table)
        ? undefined
        : 'these rows have no costs';
    case 'answers':
      if (!answersPriced(policy, table)) return unpaid(policy);
  }
  return losses ? 'these rows have losses, not right and wrong answers' : undefined;
}

/** The rows as the certificate counted them: a matrix that came later prices nothing in it. */
export function countedRows({ cost }: StoredCertificate, table: Table): Table {
  const by = pricedBy({ cost });
  return by === 'matrix' || by === 'unknown' ? table : { ...table, costMatrix: undefined };
}

/** Older files say only what an error cost. */
const pricedBy = ({ cost }: Pick<StoredCertificate, 'cost'>) =>
  cost === undefined || cost.errorCost !== undefined ? 'error' : (cost.pricedBy ?? 'unknown');

const hasLosses = (policy: Policy, table: Table): boolean =>
  isRejecting(policy)
    ? table.modelLoss !== undefined
    : table.experts[policyExpert(policy, table)].kind === 'losses';

const unpaid = (policy: Policy): string =>
  isRejecting(policy)
    ? 'the policy asks nobody whose answers cost anything'
    : 'these rows have no costs of answers';
