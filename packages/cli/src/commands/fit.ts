import { POLICY_DEFAULTS } from '@cede/core';
import { rolesGiven } from '@cede/data';
import { loadTable } from '@cede/data/node';
import { fittingDocument, fittingText, noteLines } from '@cede/report/words';
import { refuseUnwritable } from '@cede/run/node';
import { type Fitting, fit, mayReject } from '@cede/study';
import { poolStudyRunner } from '@cede/study/node';
import type { Command } from 'commander';
import { writePolicy } from '../files.js';
import { interruptSignal } from '../interrupt.js';
import { type AnswersFlags, addAnswersFlag, addCombineFlag } from '../options/answers.js';
import { formerName } from '../options/former-name.js';
import { methodName } from '../options/methods.js';
import { fraction, number, share, whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { addTrainingFlags, fitOptions, type TrainingFlags } from '../options/training.js';
import { startProgress } from '../terminal/progress.js';
import { askedSettings, optionName, type SettingFlags } from '../tune/flags.js';
import { UsageError } from '../usage-error.js';

interface FitFlags extends TableFlags, TrainingFlags, OutputFlags, SettingFlags, AnswersFlags {
  errorCost?: number;
  output: string;
  method?: string;
  calibrationShare: number;
  members?: number;
  modelVersion?: string;
  jobs?: number;
}

export function addFit(program: Command): void {
  const command = program
    .command('fit')
    .argument('<table...>', 'past predictions with the truth and the expert')
    .requiredOption('-o, --output <file>', 'where the policy goes')
    .option(
      '--method <name>',
      'how to score (default: auto, which chooses by cross-validation)',
      methodName('--method'),
    )
    .option(
      '--rate <share>',
      `hand over this share of cases (default: ${POLICY_DEFAULTS.rate})`,
      fraction('--rate'),
    )
    .option('--cost <c>', 'or: what a hand-over costs, in errors', number('--cost', 0))
    .option(
      '--density-ratio <t>',
      'or: hand over where the density ratio is at most this',
      number('--density-ratio', 0),
    )
    .option('--budget <c>', 'or: mean cost per case (needs cost columns)', number('--budget', 0))
    .option(
      '--calibration-share <share>',
      'rows kept from training to set thresholds on',
      share('--calibration-share', 0),
      POLICY_DEFAULTS.calibrationShare,
    )
    .option(
      '--members <n>',
      'networks, averaged (default: 5 with auto, else 1)',
      whole('--members', 1),
    )
    .option(
      '--error-cost <c>',
      'what a wrong answer costs: auto then chooses by cost',
      number('--error-cost', 0),
    )
    .option('--jobs <n>', 'worker threads for auto (default: all cores)', whole('--jobs', 1))
    .option('--model-version <text>', "the frozen model's version, kept with the policy")
    .addHelpText('after', '\nExample:\n  cede fit predictions.csv --rate 0.2 -o policy.json\n');
  formerName(command, '--ratio <t>', 'densityRatio', number('--ratio', 0));
  addOutputFlags(addTrainingFlags(addCombineFlag(addAnswersFlag(addTableFlags(command))))).action(
    run,
  );
}

async function run(paths: string[], flags: FitFlags): Promise<void> {
  const settings = askedSettings(flags);
  if (settings.length > 1)
    throw new UsageError(
      `fit: give one of --rate, --cost, --density-ratio and --budget, got ${settings.map(optionName).join(' and ')}.`,
    );
  await refuseUnwritable(flags.output);
  const table = await loadTable(paths, {
    ...tableOptions(flags, flags.seed),
    unlabelled: mayReject(flags), // an expert may be missing, the truth may not
  });
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
  const progress = startProgress('fit', flags);
  const interrupt = interruptSignal('nothing');
  let fitting: Fitting;
  try {
    fitting = await fit(table, ask, {
      runner: poolStudyRunner({ jobs }),
      signal: interrupt.signal,
      onProgress: ({ step, done }) => {
        // The last fit runs in this thread and hears no signal: let Ctrl-C end the process.
        if (step === 'fits') interrupt.release();
        progress.update(done);
      },
    });
  } finally {
    interrupt.release();
    progress.stop();
  }
  await writePolicy(flags.output, fitting.policy);
  printResult(flags, fittingDocument(fitting, flags.output), () =>
    [
      ...noteLines(fitting.notes),
      ...fittingText(fitting),
      `Wrote ${flags.output}. Turn the dial with: cede tune ${flags.output} --rate 0.1`,
    ].join('\n'),
  );
}
