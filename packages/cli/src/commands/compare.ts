import { compareTables } from '@cede/data';
import { loadPair, loadTable } from '@cede/data/node';
import { pdfLibrary } from '@cede/report/node';
import { COMPARE_OPTIONS, pixelsOf, propensityWarnings, reportNames } from '@cede/report/words';
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
import { addCommand } from '../options/command.js';
import { METHODS } from '../options/methods.js';
import { addOutputFlags } from '../options/output.js';
import { addQueueFlags } from '../options/queue.js';
import { addTableFlags, tableOptions } from '../options/table.js';
import { addTrainingFlags } from '../options/training.js';
import { UsageError } from '../usage-error.js';

export const addCompare = (program: Command) =>
  addCommand(program, {
    name: 'compare',
    arguments: {
      '<fit>': 'the table that scorers are fitted on',
      '[test]': 'the table they are tested on; with one table give --test-share',
    },
    options: COMPARE_OPTIONS,
    required: ['out'],
    takes: { ...METHODS, 'figure-width': pixelsOf },
    defaults: {
      rates: PAPER_RATES,
      seeds: DEFAULT_SEEDS,
      'calibration-share': CALIBRATION_SHARE,
    },
    shared: [
      ...[addTableFlags, addAnswersFlag, addCombineFlag, addTrainingFlags],
      ...[addQueueFlags, addOutputFlags],
    ],
    examples: [
      'cede compare fit.csv test.csv --out results',
      'cede compare predictions.parquet --test-share 0.5 --out results',
    ],
    action: run,
  });

async function run(fit: string, test: string | undefined, flags: CompareFlags): Promise<void> {
  if (flags.paper && flags.seeds === 1)
    throw new UsageError('compare: --paper goes by the spread over seeds, and --seeds 1 has none.');
  if (flags.figureWidth) await pdfLibrary();
  const { title, ...read } = await readSides(fit, test, flags);
  const { sides, ask, estimated } = prepareComparison(read, askOf(flags));
  await compareExperts({
    ...sides,
    ask,
    flags,
    told: {
      title: flags.title ?? title,
      ...reportNames(flags, sides.fit.table),
      notes: propensityWarnings(estimated),
    },
    between: compareTables(sides.fit.table, sides.test.table, {
      a: sides.fit.name,
      b: sides.test.name,
    }),
  });
}

async function readSides(
  fitPath: string,
  testPath: string | undefined,
  flags: CompareFlags,
): Promise<{ fit: NamedTable; test: NamedTable; title: string }> {
  const options = { ...tableOptions(flags, flags.seed), unlabelled: mayReject(flags) };
  const { testShare, seed } = flags;
  if (testPath !== undefined) {
    if (testShare !== undefined)
      throw new UsageError('compare: give a test table or --test-share, not both.');
    const sides = await loadPair(fitPath, testPath, options);
    return { ...sides, title: `${sides.fit.name} → ${sides.test.name}` };
  }
  if (testShare === undefined)
    throw new UsageError(
      'compare: with one table, say how much of it is for testing: --test-share 0.5.',
    );
  const whole = await loadTable(fitPath, options);
  return { ...splitSides(whole, testShare, seed), title: whole.name };
}
