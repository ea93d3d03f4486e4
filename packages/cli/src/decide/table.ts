import type { Policy } from '@cede/core';
import { type TableFlags, tableOptions } from '../options/table.js';
import { classesFor } from '../roles/classes.js';
import { refuseProbabilities } from '../roles/logits.js';
import { insistOnModel, readRemembering } from '../roles/read.js';
import { DECIDING } from '../roles/remembered.js';
import { rereadable } from '../tables.js';
import { answerer, emit } from './answer.js';
import type { DecideFlags } from './flags.js';

const ROWS_AT_ONCE = 4096;

/** Formats that can't be read line by line are read whole, like any table. */
export async function decideTable(policy: Policy, path: string, flags: DecideFlags): Promise<void> {
  const table = await readRows(policy, path, flags);
  const answer = answerer(policy);
  const width = policy.scorer.features.classes;
  const columns = policy.scorer.features.columns.map(
    ({ name }) => table.columns.find((column) => column.name === name)!.values,
  );
  for (let from = 0; from < table.rows; from += ROWS_AT_ONCE) {
    const lines: string[] = [];
    for (let i = from; i < Math.min(table.rows, from + ROWS_AT_ONCE); i++) {
      const model = table.model?.subarray(i * width, (i + 1) * width) ?? [];
      lines.push(
        answer(
          model,
          columns.map((values) => values[i]),
          table.id?.[i],
          table.group?.names[table.group.index[i]],
        ),
      );
    }
    await emit(lines, flags);
  }
}

/** Rows to decide: neither label nor expert is needed, the classes are the policy's. */
export async function readRows(policy: Policy, path: string, flags: DecideFlags) {
  const read = await rereadable(path);
  const readWith = async (used: TableFlags) => {
    const options = {
      ...tableOptions(used, 0),
      unlabelled: true,
      features: flags.features ?? policy.scorer.features.columns.map(({ name }) => name),
      ...classesFor(policy, flags),
    };
    const table = await read(options);
    refuseProbabilities(table, flags);
    insistOnModel(policy, table);
    return table;
  };
  return readRemembering(policy, flags, readWith, DECIDING);
}
