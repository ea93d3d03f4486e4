import type { Command } from 'commander';
import { summariseTable } from '../check/summary.js';
import { checkText } from '../check/text.js';
import { whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { loadTable } from '../tables.js';

export function addCheck(program: Command): void {
  const command = program
    .command('check')
    .description(
      'Look at a table without training: what is wrong with it, and what handing cases over could gain.',
    )
    .argument(
      '<table...>',
      'CSV, JSONL, Parquet or NPZ; several files or a glob count as one table; - reads stdin',
    )
    .option('--seed <n>', 'breaks ties between votes', whole('--seed', 0), 0)
    .addHelpText(
      'after',
      "\nExample:\n  cede check predictions.csv --model 'bert_p*' --expert human\n",
    );
  addOutputFlags(addTableFlags(command)).action(
    async (paths: string[], flags: TableFlags & OutputFlags & { seed: number }) => {
      const { table, name, hash, findings } = await loadTable(
        paths,
        tableOptions(flags, flags.seed),
      );
      const summary = summariseTable(table);
      printResult(
        flags,
        { format: 'cede/check', version: 1, table: name, hash, ...summary, findings },
        () => checkText(name, summary, findings),
      );
    },
  );
}
