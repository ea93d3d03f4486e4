import { inputOf, ownColumns, type Policy } from '@cede/core';
import { readRowsForPolicy } from '@cede/data/node';
import { tableOptions } from '../options/table.js';
import { answerer, emit } from './answer.js';
import type { DecideFlags } from './flags.js';

const ROWS_AT_ONCE = 4096;

/** Formats that can't be read line by line are read whole, like any table. */
export async function decideTable(policy: Policy, path: string, flags: DecideFlags): Promise<void> {
  const table = await readRows(policy, path, flags);
  inputOf(table, policy.scorer.features); // refuses a gap by its row, before anything is answered
  const { answer, warnOfUnusual } = answerer(policy);
  const width = policy.scorer.features.classes;
  const { features } = policy.scorer;
  const blocks = (features.blocks ?? []).map(
    ({ name }) => table.blocks!.find((block) => block.name === name)!,
  );
  const columns = ownColumns(features).map(
    ({ name }) => table.columns.find((column) => column.name === name)!,
  );
  for (let from = 0; from < table.rows; from += ROWS_AT_ONCE) {
    const lines: string[] = [];
    for (let i = from; i < Math.min(table.rows, from + ROWS_AT_ONCE); i++) {
      const model = table.model?.subarray(i * width, (i + 1) * width) ?? [];
      lines.push(
        answer(
          model,
          [
            ...columns.map(({ values, levels }) => (levels ? levels[values[i]] : values[i])),
            ...blocks.map(({ values, width }) => values.subarray(i * width, (i + 1) * width)),
          ],
          table.id?.[i],
          table.group?.names[table.group.index[i]],
        ),
      );
    }
    await emit(lines, flags);
  }
  warnOfUnusual(path, flags);
}

/** Rows to decide, by the columns that the policy remembers. */
export const readRows = (policy: Policy, path: string, flags: DecideFlags) =>
  readRowsForPolicy(policy, path, tableOptions(flags, 0));
