import { InputError, REJECT, withRejectExpert } from '@cede/core';
import { insistOnTruth, type NamedTable } from '@cede/study';
import type { CompareFlags } from '../compare/flags.js';

/** Methods that make sense where there is no expert. */
const WITHOUT_EXPERT = ['conf', REJECT, 'random', 'oracle'];

/** Whether a table without an expert would do for what was asked. */
export function mayReject({ method, methods }: CompareFlags): boolean {
  const names = [...(methods ?? []), ...(method === undefined ? [] : [method])];
  return names.includes(REJECT) && names.every((name) => WITHOUT_EXPERT.includes(name));
}

/** A table without an expert gets nobody as its expert: a rejected case counts as right. */
export function nobodyAsExpert(side: NamedTable): NamedTable {
  if (side.table.experts.length > 0) return side;
  insistOnTruth(side.table, side.name);
  return { ...side, table: withRejectExpert(side.table) };
}

/** Told before anything is trained: a rate that leaves nothing to compare. */
export function insistOnAnswers(rate: number | undefined): void {
  if (rate !== undefined && rate >= 1)
    throw new InputError(
      'compare: --rate 1 turns every case away, and no answer is left to judge. Give a rate below 1.',
    );
}

/** What is compared where nobody can be asked. */
export function rejectingFlags(flags: CompareFlags): CompareFlags {
  insistOnAnswers(flags.rate);
  return { ...flags, methods: flags.methods ?? ['conf', REJECT], method: flags.method ?? REJECT };
}
