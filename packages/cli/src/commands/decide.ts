import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import {
  createDecider,
  type Decision,
  InputError,
  inputOf,
  orderByScore,
  type Policy,
  scoreRows,
} from '@cede/core';
import { caseReader, streamRowBatches } from '@cede/data';
import { readTable } from '@cede/data/node';
import type { Command } from 'commander';
import { readPolicy } from '../files.js';
import { whole } from '../options/numbers.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';

interface DecideFlags extends TableFlags {
  strict?: boolean;
  top?: number;
  json?: boolean;
  quiet?: boolean;
}

export function addDecide(program: Command): void {
  const command = program
    .command('decide')
    .description('A stream of decisions: a row of JSONL or CSV in, a line of JSON out.')
    .argument('<policy>')
    .argument('[rows]', 'a file; stdin where left out')
    .option('--strict', 'stop at the first bad line instead of answering it with an error')
    .option(
      '--top <n>',
      'from a file: the n cases that gain most from the expert, best first',
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
      else await stream(policy, rows, flags);
    },
  );
}

/** One line out for each line in, at the reader's pace: nothing piles up in memory. */
async function stream(policy: Policy, path: string | undefined, flags: DecideFlags): Promise<void> {
  const decider = createDecider(policy);
  const { features } = policy.scorer;
  const { unlabelled: _, ...roles } = { ...tableOptions(flags, 0), unlabelled: true };
  const read = caseReader({
    ...roles,
    width: features.classes,
    features: flags.features ?? features.columns.map(({ name }) => name),
  });
  const input = path === undefined || path === '-' ? process.stdin : createReadStream(path);
  const name = path ?? 'stdin';
  const decision: Decision = { route: '', defer: false, score: 0, threshold: 0, margin: 0 };
  try {
    for await (const batch of streamRowBatches(input, {
      name,
      ...(path?.endsWith('.csv') && { format: 'csv' as const }),
    })) {
      const lines: string[] = [];
      for (const item of batch) {
        try {
          if ('error' in item) throw new InputError(item.error);
          const { model, features: columns, id } = read(item.value);
          decider.decide(model, columns, decision);
          lines.push(
            JSON.stringify({
              ...(id !== undefined && { id }),
              ...decision,
              threshold: finite(decision.threshold),
              margin: finite(decision.margin),
            }),
          );
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          const message = `row ${item.row}: ${error.message.replace(/^(decision|row \d+): /, '')}`;
          if (flags.strict) {
            await emit(lines, flags);
            throw new InputError(`${name}, ${message}`);
          }
          lines.push(JSON.stringify({ row: item.row, error: message }));
        }
      }
      await emit(lines, flags);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new InputError(`${name}: can't be read (there is no such file).`);
    throw error;
  }
}

/** Back-pressure: wait until the reader has taken what it was given. */
async function emit(lines: readonly string[], flags: DecideFlags): Promise<void> {
  if (lines.length === 0 || flags.quiet) return;
  if (!process.stdout.write(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain');
}

async function printTop(
  policy: Policy,
  path: string | undefined,
  flags: DecideFlags,
  top: number,
): Promise<void> {
  const { features } = policy.scorer;
  const table = await readTable(path ?? '-', {
    ...tableOptions(flags, 0),
    unlabelled: true,
    features: flags.features ?? features.columns.map(({ name }) => name),
    ...(policy.classes.length > 0 && { classes: flags.classes ?? policy.classes }),
  });
  const scores = scoreRows(policy.scorer, inputOf(table, features));
  const picked = Array.from(orderByScore(scores).subarray(0, top), (i) => ({
    row: i + 1,
    ...(table.id && { id: table.id[i] }),
    score: scores[i],
  }));
  if (flags.quiet) return;
  if (flags.json)
    process.stdout.write(
      `${JSON.stringify({ format: 'cede/top', version: 1, rows: table.rows, top: picked }, null, 2)}\n`,
    );
  else process.stdout.write(`${picked.map((line) => JSON.stringify(line)).join('\n')}\n`);
}

/** JSON has no infinities. */
const finite = (value: number) => (Number.isFinite(value) ? value : value > 0 ? 'inf' : '-inf');
