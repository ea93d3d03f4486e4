import { answersMode, type ScorerShape } from '@cede/core';
import { loadTable } from '@cede/data/node';
import { checkDocument, checkText, idleTrainingTexts, verdictText } from '@cede/report/words';
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
import { type AnswersFlags, addAnswersFlag } from '../options/answers.js';
import { addCommand } from '../options/command.js';
import { METHODS } from '../options/methods.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { fitOptions, SCORER } from '../options/training.js';
import { watched } from '../terminal/watched.js';
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

export const addCheck = (program: Command) =>
  addCommand(program, {
    name: 'check',
    arguments: {
      '<table...>':
        'CSV, JSONL, Parquet or NPZ; several files or a glob count as one table; - reads stdin',
    },
    options: {
      '--seed <n>': 'random seed',
      '--verdict': 'train too, and say whether handing cases over is worth it',
      '--method <name>':
        'the method of the verdict (default: auto, which chooses anew in every fold)',
      '--smallest-gain <share>': `the smallest gain that matters, as a share of all cases (default: ${SMALLEST_GAIN})`,
      '--confidence <share>': `of the verdict's intervals (default: ${VERDICT_CONFIDENCE})`,
      '--error-cost <c>': 'what a wrong answer costs',
      ...SCORER,
      '--epochs <n>': "passes over the rows for the verdict's scorers",
      '--jobs <n>': 'worker threads (default: all cores)',
    },
    defaults: { seed: 0 },
    takes: METHODS,
    formerly: { '--worth <share>': 'smallest-gain' },
    shared: [addTableFlags, addAnswersFlag, addOutputFlags],
    examples: [
      "cede check predictions.csv --model 'bert_p*' --expert human",
      'cede check predictions.csv --verdict --smallest-gain 0.01',
    ],
    action: check,
  });

async function check(paths: string[], flags: CheckFlags): Promise<void> {
  const [idle] = Object.entries(VERDICT_ONLY).filter(
    ([key]) => flags[key as keyof CheckFlags] !== undefined,
  );
  if (!flags.verdict && idle)
    throw new UsageError(`check: ${idle[1]} is about the verdict. Add --verdict.`);
  const checked = await loadTable(paths, tableOptions(flags, flags.seed));
  const { verdict: judged, answers, errorCost } = flags;
  const priced = !judged || checked.table.costMatrix; // a verdict listens to it all the same
  const found = checkTable(checked, { errorCost, ...(priced && { answers }) });
  const verdict = flags.verdict ? await verdictOn(checked, flags) : undefined;
  printResult(flags, { ...checkDocument(found), ...(verdict && { verdict }) }, () =>
    [
      checkText(found, flags.group),
      ...(verdict ? ['', verdictText(verdict)] : []),
      ...(verdict ? idleTrainingTexts([verdict.method], fitOptions(flags)) : []),
    ].join('\n'),
  );
}

async function verdictOn(table: NamedTable, flags: CheckFlags): Promise<Verdict> {
  const { method, smallestGain, confidence, jobs, errorCost } = flags;
  const answers = answersMode(table.table, flags.answers);
  const training = {
    ...fitOptions(flags),
    ...(answers !== 'argmax' && { answers }),
    ...(errorCost !== undefined && { errorCost }),
  };
  return watched('verdict', flags, 'nothing', ({ signal, show }) =>
    judge(
      table,
      { method, training, smallestGain, confidence },
      {
        runner: poolStudyRunner({ jobs }),
        signal,
        onProgress: ({ done }) => show('verdict', done),
      },
    ),
  );
}
