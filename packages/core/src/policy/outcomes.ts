import { type TableLosses, tableLosses } from '../table/losses.js';
import { type Outcomes, outcomesOf } from '../table/outcomes.js';
import type { Expert, Table } from '../table/table.js';
import type { Policy } from './policy.js';

/** What an expert's place is called where there is no expert: the case is turned away. */
export const REJECT = 'reject';

/**
 * What each row of a table is worth under a policy: as the model answers, and as the expert does.
 * NaN where the expert was not asked. A policy that rejects needs no expert.
 */
export function policyOutcomes(policy: Policy, table: Table): Outcomes {
  if (isRejecting(policy)) return rejectOutcomes(table);
  const expert = policyExpert(policy, table);
  return countsCosts(policy.method) && table.costMatrix
    ? costOutcomes(table, expert)
    : outcomesOf(table, expert);
}

/** Whether a method learns what errors cost, so that its thresholds are set by cost too. */
export const countsCosts = (method: string): boolean => /^drcpe(-marginal)?-cost(-|$)/.test(method);

/** Minus what each answer costs by the table's matrix. */
export function costOutcomes(table: Table, expert: number): Outcomes {
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

/** A rejected case counts as answered right: what remains is the model's risk on what it keeps. */
export function rejectOutcomes(table: Table): Outcomes {
  return outcomesOf(withRejectExpert(table));
}

/** The same table with nobody as its expert, who is never wrong and never loses anything. */
export function withRejectExpert(table: Table): Table {
  const { rows } = table;
  const nobody: Expert = table.modelLoss
    ? { name: REJECT, kind: 'losses', losses: new Float32Array(rows) }
    : { name: REJECT, kind: 'correct', correct: new Float32Array(rows).fill(1) };
  return { ...table, experts: [nobody] };
}
