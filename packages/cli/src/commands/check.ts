import { answersMode, type ScorerShape } from '@cede/core';
import { loadTable } from '@cede/data/node';
import { checkDocument, checkText, verdictText } from '@cede/report/words';
import {
  check as checkTable,
  judge,
  type NamedTable,
  SMALLEST_GAIN,
  VERDICT_CONFIDENCE,
  type Verdict,
} from '@cede/study';
import { poolStudyRunner } from '@cede/study/node';
import type { Command } from 'commander';
import { interruptSignal } from '../interrupt.js';
import { type AnswersFlags, addAnswersFlag } from '../options/answers.js';
import { formerName } from '../options/former-name.js';
import { methodName } from '../options/methods.js';
import { number, share, whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { fitOptions, scorerOption } from '../options/training.js';
import { startProgress } from '../terminal/progress.js';
import { UsageError } from '../usage-error.js';

interface CheckFlags extends TableFlags, OutputFlags, AnswersFlags {
  seed: number;
  verdict?: boolean;
  method?: string;
  smallestGain?: number;
  errorCost?: number;
  confidence?: number;
  scorer?: ScorerShape;
  epochs?: number;
  jobs?: number;
}

/** What only a verdict listens to. */
const VERDICT_ONLY = {
  method: '--method',
  smallestGain: '--smallest-gain',
  confidence: '--confidence',
  scorer: '--scorer',
  epochs: '--epochs',
  jobs: '--jobs',
} as const;

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
      'the method of the verdict (default: auto, which chooses anew in every fold)',
      methodName('--method'),
    )
    .option(
      '--smallest-gain <share>',
      `the smallest gain that matters, as a share of all cases (default: ${SMALLEST_GAIN})`,
      share('--smallest-gain'),
    )
    .option(
      '--confidence <share>',
      `of the verdict's intervals (default: ${VERDICT_CONFIDENCE})`,
      share('--confidence'),
    )
    .option('--error-cost <c>', 'what a wrong answer costs', number('--error-cost', 0))
    .addOption(scorerOption())
    .option('--epochs <n>', "passes over the rows for the verdict's scorers", whole('--epochs', 1))
    .option('--jobs <n>', 'worker threads (default: all cores)', whole('--jobs', 1))
    .addHelpText(
      'after',
      "\nExamples:\n  cede check predictions.csv --model 'bert_p*' --expert human\n  cede check predictions.csv --verdict --smallest-gain 0.01\n",
    );
  formerName(command, '--worth <share>', 'smallestGain', share('--worth'));
  addOutputFlags(addAnswersFlag(addTableFlags(command))).action(check);
}

async function check(paths: string[], flags: CheckFlags): Promise<void> {
  const [idle] = Object.entries(VERDICT_ONLY).filter(
    ([key]) => flags[key as keyof CheckFlags] !== undefined,
  );
  if (!flags.verdict && idle)
    throw new UsageError(`check: ${idle[1]} is about the verdict. Add --verdict.`);
  const checked = await loadTable(paths, tableOptions(flags, flags.seed));
  const found = checkTable(checked, { answers: flags.answers, errorCost: flags.errorCost });
  const verdict = flags.verdict ? await verdictOn(checked, flags) : undefined;
  printResult(flags, { ...checkDocument(found), ...(verdict && { verdict }) }, () =>
    [checkText(found, flags.group), ...(verdict ? ['', verdictText(verdict)] : [])].join('\n'),
  );
}

async function verdictOn(table: NamedTable, flags: CheckFlags): Promise<Verdict> {
  const progress = startProgress('verdict', flags);
  const interrupt = interruptSignal('nothing');
  const { method, smallestGain, confidence, jobs, errorCost } = flags;
  const answers = answersMode(table.table, flags.answers);
  const options = {
    ...fitOptions(flags),
    ...(answers !== 'argmax' && { answers }),
    ...(errorCost !== undefined && { errorCost }),
  };
  try {
    return await judge(
      table,
      { method, training: options, smallestGain, confidence },
      {
        runner: poolStudyRunner({ jobs }),
        signal: interrupt.signal,
        onProgress: ({ done }) => progress.update(done),
      },
    );
  } finally {
    interrupt.release();
    progress.stop();
  }
}
