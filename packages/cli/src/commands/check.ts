import { defaultMethod, methodNamed } from '@cede/core';
import { checkDocument, checkText } from '@cede/report/words';
import type { NamedTable } from '@cede/study';
import { check as checkTable } from '@cede/study';
import type { Command } from 'commander';
import { interruptSignal } from '../interrupt.js';
import { methodName } from '../options/methods.js';
import { share, whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { fitOptions } from '../options/training.js';
import { loadTable } from '../tables.js';
import { startProgress } from '../terminal/progress.js';
import { UsageError } from '../usage-error.js';
import { verdictText } from '../verdict/text.js';
import { giveVerdict, type TableVerdict, VERDICT_CONFIDENCE, WORTH } from '../verdict/verdict.js';

interface CheckFlags extends TableFlags, OutputFlags {
  seed: number;
  verdict?: boolean;
  method?: string;
  worth?: number;
  confidence?: number;
  epochs?: number;
  jobs?: number;
}

/** What only a verdict listens to. */
const VERDICT_ONLY = ['method', 'worth', 'confidence', 'epochs', 'jobs'] as const;

export function addCheck(program: Command): void {
  const command = program
    .command('check')
    .argument(
      '<table...>',
      'CSV, JSONL, Parquet or NPZ; several files or a glob count as one table; - reads stdin',
    )
    .option('--seed <n>', 'every random choice hangs on it', whole('--seed', 0), 0)
    .option('--verdict', 'train too, and say whether handing cases over is worth it')
    .option(
      '--method <name>',
      'the method of the verdict (default: the default of compare; auto chooses anew in every fold)',
      methodName('--method'),
    )
    .option(
      '--worth <share>',
      `the smallest gain that matters, as a share of all cases (default: ${WORTH})`,
      share('--worth'),
    )
    .option(
      '--confidence <share>',
      `of the verdict's intervals (default: ${VERDICT_CONFIDENCE})`,
      share('--confidence'),
    )
    .option('--epochs <n>', "passes over the rows for the verdict's scorers", whole('--epochs', 1))
    .option('--jobs <n>', 'worker threads (default: all cores)', whole('--jobs', 1))
    .addHelpText(
      'after',
      "\nExamples:\n  cede check predictions.csv --model 'bert_p*' --expert human\n  cede check predictions.csv --verdict --worth 0.01\n",
    );
  addOutputFlags(addTableFlags(command)).action(check);
}

async function check(paths: string[], flags: CheckFlags): Promise<void> {
  const idle = VERDICT_ONLY.find((key) => flags[key] !== undefined);
  if (!flags.verdict && idle)
    throw new UsageError(`check: --${idle} is about the verdict. Add --verdict.`);
  const checked = await loadTable(paths, tableOptions(flags, flags.seed));
  const found = checkTable(checked);
  const verdict = flags.verdict ? await verdictOn(checked, flags) : undefined;
  printResult(flags, { ...checkDocument(found), ...(verdict && { verdict }) }, () =>
    [
      checkText(found, flags.group),
      ...(verdict ? ['', verdictText(verdict, flags.method !== undefined)] : []),
    ].join('\n'),
  );
}

async function verdictOn({ table, hash }: NamedTable, flags: CheckFlags): Promise<TableVerdict> {
  const progress = startProgress('verdict', flags);
  const interrupt = interruptSignal('nothing');
  const { worth, confidence, jobs } = flags;
  try {
    return await giveVerdict(
      table,
      hash,
      {
        method: methodNamed(flags.method ?? defaultMethod(table)),
        options: fitOptions(flags),
        worth,
        confidence,
      },
      { jobs, signal: interrupt.signal, onProgress: (done) => progress.update(done) },
    );
  } finally {
    interrupt.release();
    progress.stop();
  }
}
