import { POLICY_DEFAULTS } from '@cede/core';
import { rolesGiven } from '@cede/data';
import { loadSample, loadTable } from '@cede/data/node';
import {
  FIT_OPTIONS,
  fittingDocument,
  fittingText,
  noteLines,
  sampleText,
} from '@cede/report/words';
import { refuseOverwriting, refuseUnwritable } from '@cede/run/node';
import { fit, mayReject, sampleLoss } from '@cede/study';
import { poolStudyRunner } from '@cede/study/node';
import type { Command } from 'commander';
import { writePolicy } from '../files.js';
import { type AnswersFlags, addAnswersFlag, addCombineFlag } from '../options/answers.js';
import { addCommand } from '../options/command.js';
import { METHODS } from '../options/methods.js';
import { share } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { addTrainingFlags, fitOptions, type TrainingFlags } from '../options/training.js';
import { watched } from '../terminal/watched.js';
import { askedSettings, optionName, type SettingFlags } from '../tune/flags.js';
import { UsageError } from '../usage-error.js';

interface FitFlags extends TableFlags, TrainingFlags, OutputFlags, SettingFlags, AnswersFlags {
  errorCost?: number;
  output: string;
  method?: string;
  calibrationShare: number;
  members?: number;
  sample?: number;
  modelVersion?: string;
  jobs?: number;
}

export const addFit = (program: Command) =>
  addCommand(program, {
    name: 'fit',
    arguments: { '<table...>': 'past predictions with the truth and the expert' },
    options: FIT_OPTIONS,
    required: ['output'],
    defaults: { 'calibration-share': POLICY_DEFAULTS.calibrationShare },
    takes: { ...METHODS, 'calibration-share': (option) => share(option, 0) },
    formerly: { '--ratio <t>': 'density-ratio' },
    shared: [addTableFlags, addAnswersFlag, addCombineFlag, addTrainingFlags, addOutputFlags],
    examples: ['cede fit predictions.csv --rate 0.2 -o policy.json'],
    action: run,
  });

async function run(paths: string[], flags: FitFlags): Promise<void> {
  const settings = askedSettings(flags);
  if (settings.length > 1)
    throw new UsageError(
      `fit: give one of --rate, --cost, --density-ratio and --budget, got ${settings.map(optionName).join(' and ')}.`,
    );
  await refuseUnwritable(flags.output);
  await refuseOverwriting(flags.output, paths);
  // An expert may be missing, the truth may not.
  const read = { ...tableOptions(flags, flags.seed), unlabelled: mayReject(flags) };
  const { sample: rows, seed = 0 } = flags;
  const sampled = rows ? await loadSample(paths, read, { rows, seed }) : undefined;
  const table = sampled?.table ?? (await loadTable(paths, read));
  const { rate, cost, densityRatio, budget, method, members, modelVersion, jobs } = flags;
  const ask = {
    method,
    setting: { rate, cost, densityRatio, budget },
    calibrationShare: flags.calibrationShare,
    training: { ...fitOptions(flags), ...(members !== undefined && { members }) },
    modelVersion,
    ...{ answers: flags.answers, errorCost: flags.errorCost, combine: flags.combine },
    columns: rolesGiven(flags),
  };
  const fitting = await watched('fit', flags, 'nothing', ({ signal, show, release }) =>
    fit(table, ask, {
      runner: poolStudyRunner({ jobs }),
      signal,
      onProgress: ({ step, done }) => {
        if (step === 'fits') release(); // the last fit runs in this thread and hears no signal
        show('fit', done);
      },
    }),
  );
  await writePolicy(flags.output, fitting.policy);
  const sample = sampled?.others && sampleLoss(fitting.policy, sampled, ask.training);
  printResult(flags, { ...fittingDocument(fitting, flags.output), ...(sample && { sample }) }, () =>
    [
      ...noteLines(fitting.notes),
      ...fittingText(fitting),
      ...(sample ? [sampleText(sample)] : []),
      `Wrote ${flags.output}. Turn the dial with: cede tune ${flags.output} --rate 0.1`,
    ].join('\n'),
  );
}
