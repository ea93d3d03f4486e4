import { createReadStream } from 'node:fs';
import { count, InputError, type Policy } from '@cede/core';
import { casesFor, expertAnswers, refuseOtherColumns, streamRowBatches } from '@cede/data';
import { reason } from '@cede/run/node';
import { tableOptions } from '../options/table.js';
import { answerer, emit } from './answer.js';
import type { DecideFlags } from './flags.js';

/** One line out for each line in, at the reader's pace: nothing piles up in memory. */
export async function decideStream(
  policy: Policy,
  path: string | undefined,
  flags: DecideFlags,
): Promise<void> {
  const name = path ?? 'stdin';
  const cases = casesFor(policy, tableOptions(flags, 0));
  const saidIn = expertAnswers(policy);
  const { answer, warnOfUnusual } = answerer(policy);
  const input = path === undefined || path === '-' ? process.stdin : createReadStream(path);
  let rows = 0;
  let bad = 0;
  try {
    for await (const batch of streamRowBatches(input, {
      name,
      ...(path?.endsWith('.csv') && { format: 'csv' as const }),
    })) {
      if (rows === 0) refuseOtherColumns(batch, cases, name, input !== process.stdin);
      const lines: string[] = [];
      for (const item of batch) {
        rows++;
        try {
          if ('error' in item) throw new InputError(item.error, 'row-invalid');
          const { model, features, id } = cases.read(item.value);
          const said = saidIn(item.value);
          lines.push(answer(model, features, id, cases.groupOf(item.value), said));
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          const message = `row ${item.row}: ${error.sentence}`;
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
  warnOfUnusual(name, flags);
  const where = flags.quiet ? '' : '; the errors are in the output';
  // A row now and then is the reader's affair; a file in which nothing fits is the wrong file.
  if (bad > 0 && bad === rows)
    throw new InputError(
      `${name}: none of its ${count(rows)} ${rows === 1 ? 'row' : 'rows'} could be decided${where}.`,
    );
  if (bad > 0)
    process.stderr.write(
      `cede: ${name}: ${count(bad)} of ${count(rows)} ${rows === 1 ? 'line' : 'lines'} could not be decided${where}.\n`,
    );
}
