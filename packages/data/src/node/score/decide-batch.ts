import { type DecidedTable, decideWhole, type Policy } from '@cede/core';
import { Assembler } from '../../assemble/assembler.js';
import { refuseProbabilities } from '../../for-policy/logits.js';
import { insistOnModel } from '../../for-policy/read-remembering.js';
import type { TableOptions } from '../../options.js';
import type { Plan } from '../../plan.js';
import type { Problems } from '../../problems.js';
import type { Batch } from '../../read/contract.js';

/** How rows of a part become a table: the same for all of them. */
export interface Reading {
  readonly part: string;
  readonly plan: Plan;
  readonly options: TableOptions;
  /** What the user gave of the options. */
  readonly given: TableOptions;
}

/** Checks some rows of a part as a whole table is checked, and decides them; `found` is wrong with them already. */
export function decideBatch(
  policy: Policy,
  { part, plan, options, given }: Reading,
  batch: Batch,
  found?: Problems,
): DecidedTable {
  const assembler = new Assembler(plan, options, batch.rows);
  assembler.startFile(part);
  if (found) assembler.problems.take(found);
  assembler.add(batch);
  const table = assembler.finish();
  refuseProbabilities(table, given);
  insistOnModel(policy, table);
  return decideWhole(policy, table);
}

const NOTHING = new Float32Array(0);

/** Rows of a part of which nothing is read but the probabilities. */
export const batchOf = (block: Float32Array, { plan }: Reading, width: number): Batch => ({
  rows: block.length / width,
  columns: plan.wants.map((_, want) => (want === plan.model!.wants[0] ? block : NOTHING)),
});
