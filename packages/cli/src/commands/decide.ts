import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { InputError, type Policy, topCases } from '@cede/core';
import { type DecidedRows, decideStream, decideTable, type TakeLines } from '@cede/data';
import { DECIDE_OPTIONS } from '@cede/report/options';
import { reason } from '@cede/run/reason';
import type { Command } from 'commander';
import { readPolicy } from '../files.js';
import { addCommand } from '../options/command.js';
import type { OutputFlags } from '../options/output.js';
import { addDecidingFlags, type TableFlags, tableOptions } from '../options/table.js';
import { print } from '../terminal/print.js';

interface DecideFlags extends TableFlags, OutputFlags {
  strict?: boolean;
  top?: number;
}

/** Files that are not lines of text. */
const WHOLE_FORMATS = /\.(parquet|npz|gz)$/i;

export const addDecide = (program: Command) =>
  addCommand(program, {
    name: 'decide',
    arguments: { '<policy>': '', '[rows]': 'a file; stdin where left out' },
    options: DECIDE_OPTIONS,
    shared: [addDecidingFlags],
    examples: [
      'cede decide policy.json < rows.jsonl',
      'cede decide policy.json today.csv --top 500',
    ],
    action: decide,
  });

async function decide(path: string, rows: string | undefined, flags: DecideFlags): Promise<void> {
  const policy = await readPolicy(path);
  const read = async (from: string) => {
    const { readRowsForPolicy } = await import('@cede/data/node'); // lines of text do without it
    return readRowsForPolicy(policy, from, tableOptions(flags, 0));
  };
  if (flags.top !== undefined) {
    const table = await read(rows ?? '-');
    const top = topCases(policy, table, flags.top);
    const document = { format: 'cede/top', version: 1, rows: table.rows, top };
    const lines = top.map((line) => JSON.stringify(line));
    if (!flags.quiet)
      print(`${flags.json ? JSON.stringify(document, null, 2) : lines.join('\n')}\n`);
    return;
  }
  const emit = emitter(flags);
  const decided =
    rows !== undefined && WHOLE_FORMATS.test(rows)
      ? await decideTable(policy, await read(rows), emit)
      : await decideLines(policy, rows, flags, emit);
  await tellOf(decided, policy, rows ?? 'stdin', flags);
}

/** Back-pressure: wait until the reader has taken what it was given. */
const emitter =
  ({ quiet }: DecideFlags): TakeLines =>
  async (lines) => {
    if (lines.length === 0 || quiet) return;
    if (print(`${lines.join('\n')}\n`)) return;
    // Where it can't be written, main says so and ends the process: nothing goes on until then.
    await once(process.stdout, 'drain').catch(() => new Promise(() => undefined));
  };

async function decideLines(
  policy: Policy,
  path: string | undefined,
  flags: DecideFlags,
  emit: TakeLines,
): Promise<DecidedRows> {
  const name = path ?? 'stdin';
  const fromFile = path !== undefined && path !== '-';
  const options = {
    name,
    fromFile,
    ...(path?.endsWith('.csv') && { format: 'csv' as const }),
    columns: tableOptions(flags, 0),
    strict: flags.strict,
  };
  try {
    // Where the options are refused first, nobody else listens for a file that can't be opened.
    const input = fromFile ? createReadStream(path).on('error', () => undefined) : process.stdin;
    return await decideStream(policy, input, options, emit);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new InputError(`${name}: can't be read (${reason(error)}).`);
  }
}

async function tellOf(
  { rows, refused, unusual }: DecidedRows,
  policy: Policy,
  name: string,
  { quiet }: DecideFlags,
): Promise<void> {
  if (refused === 0 && (unusual.rows === 0 || quiet)) return;
  // Words are loaded where there is something to say: one decision must be quick.
  const { refusedText, unusualText } = await import('@cede/report/words');
  const tell = (text: string) => process.stderr.write(`cede: ${name}: ${text}\n`);
  if (unusual.rows > 0 && !quiet) tell(unusualText(policy, unusual));
  if (refused === 0) return;
  const text = refusedText(refused, rows, !quiet);
  // A row now and then is the reader's affair; a file in which nothing fits is the wrong file.
  if (refused === rows) throw new InputError(`${name}: ${text}`);
  tell(text);
}
