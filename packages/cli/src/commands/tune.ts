import { inputOf, type Policy, scoreRows, settingAt, tune, tuneOnTraffic } from '@cede/core';
import { readTable } from '@cede/data/node';
import type { Command } from 'commander';
import { readPolicy, refuseUnwritable, writePolicy } from '../files.js';
import { fraction, number } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { finite, percent, plural } from '../terminal/numbers.js';
import { UsageError } from '../usage-error.js';

interface TuneFlags extends TableFlags, OutputFlags {
  rate?: number;
  cost?: number;
  ratio?: number;
  traffic?: string;
  output?: string;
}

export function addTune(program: Command): void {
  const command = program
    .command('tune')
    .description('Turn the dial: set the threshold again, from what the policy remembers.')
    .argument('<policy>', 'rewritten in place, or see -o')
    .option('--rate <share>', 'hand over this share of cases', fraction('--rate'))
    .option('--cost <c>', 'what a hand-over costs, in errors', number('--cost', 0))
    .option(
      '--ratio <t>',
      'hand over where the density ratio is at most this',
      number('--ratio', 0),
    )
    .option('--traffic <table>', 'with --rate: set the rate on these rows, which need no labels')
    .option('-o, --output <file>', 'write here instead')
    .addHelpText(
      'after',
      '\nExamples:\n  cede tune policy.json --rate 0.1\n  cede tune policy.json --rate 0.1 --traffic today.parquet\n',
    );
  addOutputFlags(addTableFlags(command)).action(run);
}

async function run(path: string, flags: TuneFlags): Promise<void> {
  const asked = (['rate', 'cost', 'ratio'] as const).filter((key) => flags[key] !== undefined);
  if (asked.length !== 1)
    throw new UsageError(
      `tune: give exactly one of --rate, --cost and --ratio, got ${asked.length === 0 ? 'none' : asked.map((key) => `--${key}`).join(' and ')}.`,
    );
  if (flags.traffic !== undefined && flags.rate === undefined)
    throw new UsageError('tune: --traffic sets a rate. Give --rate with it.');
  const output = flags.output ?? path;
  const policy = await readPolicy(path);
  await refuseUnwritable(output);
  const tuned =
    flags.traffic === undefined
      ? tune(policy, flags)
      : await onTraffic(policy, flags.traffic, flags);
  await writePolicy(output, tuned);
  const [threshold] = tuned.threshold.values;
  const there = settingAt(tuned.calibration, threshold);
  const document = {
    format: 'cede/tune',
    version: 1,
    policy: output,
    id: tuned.id,
    revision: tuned.threshold.revision,
    threshold: finite(threshold),
    rate: there.rate,
    value: there.value,
    chosen: tuned.threshold.chosen,
  };
  printResult(flags, document, () =>
    [
      `Threshold ${threshold.toPrecision(4)}: hands over ${percent(there.rate)} of the ${plural(tuned.calibration.rows, 'calibration row')}${tuned.calibration.target === 'accuracy' ? `, ${percent(there.value, 2)} right` : ''}.`,
      ...(tuned.calibration.inSample
        ? [
            'Careful: these are the fitting rows themselves (--calibration-share 0), so the numbers are too good.',
          ]
        : []),
      `Wrote ${output} (revision ${tuned.threshold.revision}).`,
    ].join('\n'),
  );
}

async function onTraffic(policy: Policy, path: string, flags: TuneFlags): Promise<Policy> {
  const { features } = policy.scorer;
  const table = await readTable(path, {
    ...tableOptions(flags, 0),
    unlabelled: true,
    features: flags.features ?? features.columns.map(({ name }) => name),
    ...(policy.classes.length > 0 && { classes: flags.classes ?? policy.classes }),
  });
  return tuneOnTraffic(policy, scoreRows(policy.scorer, inputOf(table, features)), flags.rate!);
}
