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
import { withGroupColumn } from '../groups/group-column.js';
import { whole } from '../options/numbers.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { reason } from '../reason.js';
import { finite, plural } from '../terminal/numbers.js';

interface DecideFlags extends TableFlags {
  strict?: boolean;
  top?: number;
  json?: boolean;
  quiet?: boolean;
}

/** Files that are not lines of text. */
const WHOLE_FORMATS = /\.(parquet|npz|gz)$/i;
const ROWS_AT_ONCE = 4096;

export function addDecide(program: Command): void {
  const command = program
    .command('decide')
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
      else if (rows !== undefined && WHOLE_FORMATS.test(rows))
        await decideTable(policy, rows, flags);
      else await stream(policy, rows, flags);
    },
  );
}

/** One line out for each line in, at the reader's pace: nothing piles up in memory. */
async function stream(policy: Policy, path: string | undefined, flags: DecideFlags): Promise<void> {
  const name = path ?? 'stdin';
  const { features } = policy.scorer;
  const read = caseReader({
    ...tableOptions(flags, 0),
    width: features.classes,
    features: flags.features ?? features.columns.map(({ name }) => name),
    ...(policy.classes.length > 0 && { classes: flags.classes ?? policy.classes }),
  });
  const answer = answerer(policy);
  const groupOf = groupReader(policy, flags);
  const input = path === undefined || path === '-' ? process.stdin : createReadStream(path);
  let rows = 0;
  let bad = 0;
  try {
    for await (const batch of streamRowBatches(input, {
      name,
      ...(path?.endsWith('.csv') && { format: 'csv' as const }),
    })) {
      const lines: string[] = [];
      for (const item of batch) {
        rows++;
        try {
          if ('error' in item) throw new InputError(item.error);
          const { model, features: columns, id } = read(item.value);
          lines.push(answer(model, columns, id, groupOf(item.value)));
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          const said = error.message.replace(/^(decision|row \d+|table input): /, '');
          const message = `row ${item.row}: ${said}`;
          if (flags.strict) {
            await emit(lines, flags);
            throw new InputError(`${name}, ${message}`);
          }
          bad++;
          lines.push(JSON.stringify({ row: item.row, error: message }));
        }
      }
      await emit(lines, flags);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new InputError(`${name}: can't be read (${reason(error)}).`);
  }
  // A row now and then is the reader's affair; a file in which nothing fits is the wrong file.
  if (bad > 0 && bad === rows)
    throw new InputError(
      `${name}: none of its ${plural(rows, 'row')} could be decided; the errors are in the output.`,
    );
}

/** Formats that can't be read line by line are read whole, like any table. */
async function decideTable(policy: Policy, path: string, flags: DecideFlags): Promise<void> {
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

/** A line of JSON for one case. */
function answerer(policy: Policy) {
  const decider = createDecider(policy);
  const decision: Decision = { route: '', defer: false, score: 0, threshold: 0, margin: 0 };
  return (
    model: ArrayLike<number>,
    columns: ArrayLike<number>,
    id: string | undefined,
    group: string | undefined,
  ) => {
    decider.decide(model, columns, decision, group);
    return JSON.stringify({
      ...(id !== undefined && { id }),
      ...decision,
      threshold: finite(decision.threshold),
      margin: finite(decision.margin),
    });
  };
}

/** A row's group where the policy has thresholds for groups; a row without one is no error. */
function groupReader({ threshold }: Policy, flags: DecideFlags) {
  const column = flags.group ?? threshold.groups?.column;
  return (row: Readonly<Record<string, unknown>>): string | undefined => {
    const value = threshold.groups && row[column!];
    return value === undefined || value === null ? undefined : String(value);
  };
}

/** Back-pressure: wait until the reader has taken what it was given. */
async function emit(lines: readonly string[], flags: DecideFlags): Promise<void> {
  if (lines.length === 0 || flags.quiet) return;
  if (!process.stdout.write(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain');
}

/** Rows to decide: neither label nor expert is needed, the classes are the policy's. */
function readRows(policy: Policy, path: string, flags: DecideFlags) {
  return withGroupColumn(policy, flags, (group) =>
    readTable(path, {
      ...tableOptions(flags, 0),
      unlabelled: true,
      group,
      features: flags.features ?? policy.scorer.features.columns.map(({ name }) => name),
      ...(policy.classes.length > 0 && { classes: flags.classes ?? policy.classes }),
    }),
  );
}

async function printTop(
  policy: Policy,
  path: string | undefined,
  flags: DecideFlags,
  top: number,
): Promise<void> {
  const table = await readRows(policy, path ?? '-', flags);
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
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
