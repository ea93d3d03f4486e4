import type { Policy } from '@cede/core';
import { printResult } from '../options/output.js';
import type { TuneFlags } from './flags.js';

/** What every answer of `tune` begins with; the file is null where none was written. */
export const headOf = (output: string | null, policy: Policy) => ({
  format: 'cede/tune',
  version: 1,
  policy: output,
  id: policy.id,
  revision: policy.threshold.revision,
});

export const wroteText = (output: string, policy: Policy) =>
  `Wrote ${output} (revision ${policy.threshold.revision}).`;

/** "None qualifies" is an answer, and one that a script must notice: it ends with 1. */
export function answerPromise(
  flags: TuneFlags,
  feasible: boolean,
  document: unknown,
  lines: readonly string[],
): void {
  printResult(flags, document, () => lines.join('\n'));
  if (feasible) return;
  process.exitCode = 1;
  if (flags.quiet && !flags.json) process.stderr.write(`cede: tune: ${lines[0]}\n`);
}
