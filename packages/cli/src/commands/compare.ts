import { InputError } from '@cede/core';
import { compareTables } from '@cede/data';
import { loadTable } from '@cede/data/node';
import { propensityWarning } from '@cede/report/words';
import {
  CALIBRATION_SHARE,
  DEFAULT_SEEDS,
  mayReject,
  type NamedTable,
  PAPER_RATES,
  prepareComparison,
} from '@cede/study';
import { splitSides } from '@cede/study/node';
import type { Command } from 'commander';
import { askOf, type CompareFlags } from '../compare/flags.js';
import { compareExperts } from '../compare/several-experts.js';
import { addAnswersFlag, addCombineFlag } from '../options/answers.js';
import { methodName, methodNames } from '../options/methods.js';
import { fraction, fractions, number, share, whole } from '../options/numbers.js';
import { addOutputFlags } from '../options/output.js';
import { addTableFlags, tableOptions } from '../options/table.js';
import { addTrainingFlags } from '../options/training.js';
import { UsageError } from '../usage-error.js';

export function addCompare(program: Command): void {
  const command = program
    .command('compare')
    .argument('<fit>', 'the table that scorers are fitted on')
    .argument('[test]', 'the table they are tested on; with one table give --test-share')
    .requiredOption('--out <folder>', 'where everything goes; a run that was stopped resumes there')
    .option(
      '--methods <names>',
      'comma-separated (default: the baselines, drcpe and the bounds)',
      methodNames('--methods'),
    )
    .option(
      '--method <name>',
      'the method the finding is about (default: auto, which chooses on the fitting table)',
      methodName('--method'),
    )
    .option(
      '--rate <share>',
      'the rate the finding is about (default: chosen by the verdict on the fitting table, else 0.2)',
      fraction('--rate'),
    )
    .option('--rates <shares>', 'columns of the table', fractions('--rates'), PAPER_RATES)
    .option('--seeds <n>', 'seeds, counted from --seed', whole('--seeds', 1), DEFAULT_SEEDS)
    .option(
      '--test-share <share>',
      'cut this share off the one table for testing',
      share('--test-share'),
    )
    .option(
      '--calibration-share <share>',
      'kept from the deployed fit',
      share('--calibration-share'),
      CALIBRATION_SHARE,
    )
    .option('--error-cost <c>', 'what a wrong answer costs', number('--error-cost', 0))
    .option('--budget <c>', 'mean cost per case that may be spent', number('--budget', 0))
    .option('--jobs <n>', 'worker threads (default: all cores)', whole('--jobs', 1))
    .option('--title <text>', 'title of the report')
    .option('--model-name <name>', 'what people call the model')
    .option('--expert-name <name>', 'what people call the expert')
    .option('--currency <sign>', 'what costs are in: $, €, CHF')
    .option('--overwrite', 'the folder may hold results of other tables, which then go')
    .option('--paper', "bands and marks go by the spread over seeds, as the paper's do")
    .addHelpText(
      'after',
      '\nExamples:\n  cede compare fit.csv test.csv --out results\n  cede compare predictions.parquet --test-share 0.5 --out results\n',
    );
  addOutputFlags(addTrainingFlags(addCombineFlag(addAnswersFlag(addTableFlags(command))))).action(
    async (fit: string, test: string | undefined, flags: CompareFlags) => {
      const { title, ...read } = await readSides(fit, test, flags);
      if (flags.rate === 1 && mayReject(flags) && read.fit.table.experts.length === 0)
        throw new InputError(
          'compare: --rate 1 turns every case away, and no answer is left to judge. Give a rate below 1.',
        );
      const { sides, ask, estimated } = prepareComparison(read, askOf(flags));
      await compareExperts({
        ...sides,
        ask,
        flags,
        title: flags.title ?? title,
        names: namesOf(flags, read.fit.table.experts.length),
        notes: estimated.map(({ propensity, table }) => propensityWarning(propensity, table)),
        between: compareTables(sides.fit.table, sides.test.table, {
          a: sides.fit.name,
          b: sides.test.name,
        }),
      });
    },
  );
}

/** What the report calls people and money; a name for one expert can't be a name for several. */
function namesOf({ modelName, expertName, currency }: CompareFlags, experts: number) {
  if (expertName !== undefined && experts > 1)
    throw new UsageError(
      `compare: --expert-name names one expert, and there are ${experts}. Name each with --expert NAME=columns.`,
    );
  return {
    ...(modelName !== undefined && { modelName }),
    ...(expertName !== undefined && { expertName }),
    ...(currency !== undefined && { currency }),
  };
}

async function readSides(
  fitPath: string,
  testPath: string | undefined,
  flags: CompareFlags,
): Promise<{ fit: NamedTable; test: NamedTable; title: string }> {
  const options = { ...tableOptions(flags, flags.seed), unlabelled: mayReject(flags) };
  if (testPath !== undefined) {
    if (flags.testShare !== undefined)
      throw new UsageError('compare: give a test table or --test-share, not both.');
    const fit = await loadTable(fitPath, options);
    // The same classes in the same order, even where the test table happens to miss one.
    const test = await loadTable(testPath, {
      ...options,
      ...(fit.table.classes.length > 0 && {
        classes: fit.table.classes,
        ...(!flags.classes && { classesOf: fit.name }),
      }),
    });
    return { fit, test, title: `${fit.name} → ${test.name}` };
  }
  if (flags.testShare === undefined)
    throw new UsageError(
      'compare: with one table, say how much of it is for testing: --test-share 0.5.',
    );
  const whole = await loadTable(fitPath, options);
  return { ...splitSides(whole, flags.testShare, flags.seed), title: whole.name };
}
