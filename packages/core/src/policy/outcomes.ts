import { type Outcomes, outcomesOf } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import type { Policy } from './policy.js';

/** What an expert's place is called where there is no expert: the case is turned away. */
export const REJECT = 'reject';

/**
 * What each row of a table is worth under a policy: as the model answers, and as the expert does.
 * NaN where the expert was not asked. A policy that rejects needs no expert.
 */
export function policyOutcomes(policy: Policy, table: Table): Outcomes {
  return policy.method === REJECT
    ? rejectOutcomes(table)
    : outcomesOf(table, policyExpert(policy, table));
}

/** The policy's expert among those of a table: by name, else the first. */
export function policyExpert({ experts }: Pick<Policy, 'experts'>, table: Table): number {
  const found = table.experts.findIndex(({ name }) => name === experts[0]);
  return Math.max(0, found);
}

/** A rejected case counts as answered right: what remains is the model's risk on what it keeps. */
export function rejectOutcomes(table: Table): Outcomes {
  const withExpert: Table = {
    ...table,
    experts: [
      {
        name: REJECT,
        kind: table.modelLoss ? 'losses' : 'correct',
        ...(table.modelLoss
          ? { losses: new Float32Array(table.rows) }
          : { correct: new Float32Array(table.rows).fill(1) }),
      } as Table['experts'][number],
    ],
  };
  return outcomesOf(withExpert);
}
