import { NOBODY, REJECT } from '../table/expert-kinds/nobody.js';
import { type TableLosses, tableLosses } from '../table/losses.js';
import { expertAt, type Outcomes, outcomesOf } from '../table/outcomes.js';
import type { Expert, Table } from '../table/table.js';
import type { Policy } from './policy.js';

/**
 * What each row of a table is worth under a policy: as the model answers, and as the expert does.
 * NaN where the expert was not asked. A policy that rejects needs no expert.
 */
export function policyOutcomes(policy: Policy, table: Table): Outcomes {
  const expert = expertFor(policy, table);
  return countsCosts(policy) && table.costMatrix
    ? costOutcomes(table, expert)
    : outcomesOf(table, expert);
}

/**
 * Whether a policy's thresholds are set by what errors cost: its method learned that from a matrix,
 * or was chosen by it.
 */
export const countsCosts = ({ method, choice }: Pick<Policy, 'method' | 'choice'>): boolean =>
  /^drcpe(-marginal)?-cost([-+]|$)/.test(method) || choice?.pricedBy === 'matrix';

/** Minus what each answer costs by the table's matrix. */
export function costOutcomes(table: Table, expert: number | Expert): Outcomes {
  const { model, expert: other } = tableLosses(table, 'cost', expert);
  return { target: 'loss', model: minusMean(model), expert: minusMean(other) };
}

function minusMean({ rows, atoms, losses, mass }: TableLosses['model']): Float32Array {
  const sums = new Float64Array(rows);
  for (let i = 0; i < losses.length; i++)
    sums[Math.floor(i / atoms)] -= (mass ? mass[i] : 1) * losses[i];
  return Float32Array.from(sums);
}

/** Whether there is nobody to hand over to: low scores are turned away. */
export const isRejecting = ({ experts }: Pick<Policy, 'experts'>): boolean => experts[0] === REJECT;

/** The policy's expert among those of a table: by name, else the first. */
export function policyExpert({ experts }: Pick<Policy, 'experts'>, table: Table): number {
  const found = table.experts.findIndex(({ name }) => name === experts[0]);
  return Math.max(0, found);
}

/** The expert that a policy hands over to, as this table has it; NOBODY where it turns cases away. */
export function expertFor(policy: Pick<Policy, 'experts'>, table: Table): Expert {
  return isRejecting(policy) ? NOBODY : expertAt(table, policyExpert(policy, table));
}

/** The same where a table may lack its expert, as current traffic does: then undefined. */
export const expertIfAny = (policy: Pick<Policy, 'experts'>, table: Table): Expert | undefined =>
  isRejecting(policy) || table.experts.length > 0 ? expertFor(policy, table) : undefined;

/** Whom a policy asks, by name; null where it turns cases away. */
export const askedName = (policy: Pick<Policy, 'experts'>): string | null =>
  isRejecting(policy) ? null : policy.experts[0];

/** A rejected case counts as answered right: what remains is the model's risk on what it keeps. */
export function rejectOutcomes(table: Table): Outcomes {
  return outcomesOf(table, NOBODY);
}

/** The same table with nobody as its expert, who is never wrong and never loses anything. */
export function withRejectExpert(table: Table): Table {
  return { ...table, experts: [NOBODY] };
}
