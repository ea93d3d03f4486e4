import type { Command } from 'commander';
import type { DecideFlags } from '../decide/flags.js';
import { decideStream } from '../decide/stream.js';
import { decideTable } from '../decide/table.js';
import { printTop } from '../decide/top.js';
import { readPolicy } from '../files.js';
import { whole } from '../options/numbers.js';
import { addTableFlags } from '../options/table.js';

/** Files that are not lines of text. */
const WHOLE_FORMATS = /\.(parquet|npz|gz)$/i;

export function addDecide(program: Command): void {
  const command = program
    .command('decide')
    .argument('<policy>')
    .argument('[rows]', 'a file; stdin where left out')
    .option('--strict', 'stop at the first bad line instead of answering it with an error')
    .option(
      '--top <n>',
      'from a file: the n cases that gain most from the expert, best first; where groups have their own thresholds, those furthest below theirs',
      whole('--top', 1),
    )
    .option('--json', 'with --top: one JSON document')
    .option('--quiet', 'print nothing but errors')
    .addHelpText(
      'after',
      '\nExamples:\n  cede decide policy.json < rows.jsonl\n  cede decide policy.json today.csv --top 500\n',
    );
  addTableFlags(command).action(
    async (path: string, rows: string | undefined, flags: DecideFlags) => {
      const policy = await readPolicy(path);
      if (flags.top !== undefined) await printTop(policy, rows, flags, flags.top);
      else if (rows !== undefined && WHOLE_FORMATS.test(rows))
        await decideTable(policy, rows, flags);
      else await decideStream(policy, rows, flags);
    },
  );
}
