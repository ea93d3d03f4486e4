import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import {
  createDecider,
  type Decision,
  groupThreshold,
  InputError,
  inputOf,
  orderByScore,
  type Policy,
  scoreRows,
} from '@cede/core';
import { type StreamedRow, streamRowBatches } from '@cede/data';
import type { Command } from 'commander';
import { readPolicy } from '../files.js';
import { whole } from '../options/numbers.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { reason } from '../reason.js';
import { type Cases, casesFor, isAboutColumns } from '../roles/cases.js';
import { notLogits, refuseProbabilities } from '../roles/logits.js';
import { insistOnModel, readRemembering } from '../roles/read.js';
import { DECIDING } from '../roles/remembered.js';
import { rereadable } from '../tables.js';
import { count, finite, plural } from '../terminal/numbers.js';

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
      else await stream(policy, rows, flags);
    },
  );
}

/** One line out for each line in, at the reader's pace: nothing piles up in memory. */
async function stream(policy: Policy, path: string | undefined, flags: DecideFlags): Promise<void> {
  const name = path ?? 'stdin';
  const cases = casesFor(policy, flags);
  const answer = answerer(policy);
  const input = path === undefined || path === '-' ? process.stdin : createReadStream(path);
  let rows = 0;
  let bad = 0;
  try {
    for await (const batch of streamRowBatches(input, {
      name,
      ...(path?.endsWith('.csv') && { format: 'csv' as const }),
    })) {
      if (rows === 0) refuseWrongColumns(batch, cases, name, input !== process.stdin);
      const lines: string[] = [];
      for (const item of batch) {
        rows++;
        try {
          if ('error' in item) throw new InputError(item.error);
          const { model, features, id } = cases.read(item.value);
          lines.push(answer(model, features, id, cases.groupOf(item.value)));
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          const said = error.message.replace(/^(decision|row \d+|table input): /, '');
          const message = `row ${item.row}: ${said}`;
          if (flags.strict) {
            await emit(lines, flags);
            throw new InputError(`${name}, ${message}`);
          }
          bad++;
          const id = 'value' in item ? cases.idOf(item.value) : undefined;
          const which = { row: item.row, ...(id !== undefined && { id }) };
          lines.push(JSON.stringify({ ...which, error: message }));
        }
      }
      await emit(lines, flags);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new InputError(`${name}: can't be read (${reason(error)}).`);
  }
  const where = flags.quiet ? '' : '; the errors are in the output';
  // A row now and then is the reader's affair; a file in which nothing fits is the wrong file.
  if (bad > 0 && bad === rows)
    throw new InputError(`${name}: none of its ${plural(rows, 'row')} could be decided${where}.`);
  if (bad > 0)
    process.stderr.write(
      `cede: ${name}: ${count(bad)} of ${plural(rows, 'line')} could not be decided${where}.\n`,
    );
}

/** So many rows of the first piece are looked at. */
const FIRST_ROWS = 20;

/**
 * Columns that no row has are the wrong file, said once and before anything is answered. A single
 * line that arrives alone may be one bad line of a conversation: it gets its own answer.
 */
function refuseWrongColumns(
  batch: readonly StreamedRow[],
  cases: Cases,
  name: string,
  isFile: boolean,
): void {
  const first = batch.slice(0, FIRST_ROWS);
  let said = '';
  let unlike = 0;
  let alike = 0;
  for (const item of first) {
    if ('error' in item) continue;
    if (cases.looksLikeProbabilities(item.value)) alike++;
    try {
      cases.read(item.value);
    } catch (error) {
      if (!isAboutColumns(error)) continue;
      unlike++;
      said ||= (error as InputError).message.replace(/^table input: /, '');
    }
  }
  if (unlike === first.length && (isFile || unlike > 1)) throw new InputError(`${name}: ${said}`);
  if (alike === first.length)
    throw notLogits(name, alike === 1 ? 'its first row' : `its first ${alike} rows`);
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

/** Back-pressure: wait until the reader has taken what it was given. */
async function emit(lines: readonly string[], flags: DecideFlags): Promise<void> {
  if (lines.length === 0 || flags.quiet) return;
  if (!process.stdout.write(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain');
}

/** Rows to decide: neither label nor expert is needed, the classes are the policy's. */
async function readRows(policy: Policy, path: string, flags: DecideFlags) {
  const read = await rereadable(path);
  const readWith = async (used: TableFlags) => {
    const options = {
      ...tableOptions(used, 0),
      unlabelled: true,
      features: flags.features ?? policy.scorer.features.columns.map(({ name }) => name),
      ...(policy.classes.length > 0 && { classes: flags.classes ?? policy.classes }),
    };
    const table = await read(options);
    refuseProbabilities(table, flags);
    insistOnModel(policy, table);
    return table;
  };
  return readRemembering(policy, flags, readWith, DECIDING);
}

/** A group that hands over everything, or nothing, has margins without end: scores order those. */
function orderByMargin(margins: Float64Array, scores: Float32Array): Uint32Array {
  return Uint32Array.from(margins.keys()).sort((a, b) =>
    margins[a] === margins[b] ? scores[a] - scores[b] || a - b : margins[a] < margins[b] ? -1 : 1,
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
  const { values, groups } = policy.threshold;
  const groupOf = (i: number) => table.group?.names[table.group.index[i]];
  const thresholdOf = groupThreshold(groups, values[0]);
  const margins = Float64Array.from(scores, (score, i) => score - thresholdOf(groupOf(i)));
  // Margins differ from scores only between groups; within one the order is the same.
  const order = groups ? orderByMargin(margins, scores) : orderByScore(scores);
  const picked = Array.from(order.subarray(0, top), (i) => ({
    row: i + 1,
    ...(table.id && { id: table.id[i] }),
    score: scores[i],
    ...(groups && { group: groupOf(i) ?? null, margin: finite(margins[i]) }),
  }));
  if (flags.quiet) return;
  if (flags.json)
    process.stdout.write(
      `${JSON.stringify({ format: 'cede/top', version: 1, rows: table.rows, top: picked }, null, 2)}\n`,
    );
  else process.stdout.write(`${picked.map((line) => JSON.stringify(line)).join('\n')}\n`);
}
