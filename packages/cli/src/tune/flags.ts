import type { Command } from 'commander';
import { Option } from 'commander';
import { fraction, number, share, whole } from '../options/numbers.js';
import type { OutputFlags } from '../options/output.js';
import type { TableFlags } from '../options/table.js';
import { UsageError } from '../usage-error.js';
import { type AskedPromises, askedPromises } from './promises.js';

/** What `cede tune` was asked for. */
export interface TuneFlags extends TableFlags, OutputFlags, AskedPromises {
  rate?: number;
  cost?: number;
  ratio?: number;
  traffic?: string;
  output?: string;
  confidence?: number;
  errorCost?: number;
  dial?: boolean;
  perGroup?: 'rate' | 'error';
  seed: number;
}

export const CONFIDENCE = 0.95;

export function addTuneFlags(command: Command): Command {
  return command
    .option('--rate <share>', 'hand over this share of cases', fraction('--rate'))
    .option('--cost <c>', 'what a hand-over costs, in errors', number('--cost', 0))
    .option(
      '--ratio <t>',
      'hand over where the density ratio is at most this',
      number('--ratio', 0),
    )
    .option(
      '--budget <c>',
      'mean cost of answers per case: hand over as much as it pays for (needs cost columns); certified with rows and --confidence',
      number('--budget', 0),
    )
    .option('--traffic <table>', 'with --rate: set the rate on these rows, which need no labels')
    .option('-o, --output <file>', 'write here instead')
    .optionsGroup('Certified, on rows that nothing was fitted on:')
    .option('--max-rate <share>', 'at most this share handed over', fraction('--max-rate'))
    .option('--max-error <share>', 'at most this share of cases wrong', fraction('--max-error'))
    .option(
      '--min-gain <share>',
      'at least this gain over the model alone (0.01 is a point)',
      number('--min-gain', 0),
    )
    .option(
      '--max-cost <c>',
      'at most this mean cost per case (cost columns, --cost-matrix or --error-cost)',
      number('--max-cost', 0),
    )
    .option('--error-cost <c>', 'what a wrong answer costs', number('--error-cost', 0))
    .option(
      '--confidence <share>',
      `that the promises hold (default: ${CONFIDENCE})`,
      share('--confidence'),
    )
    .option('--dial', 'bounds that hold at every stored threshold at once')
    .addOption(
      new Option(
        '--per-group <what>',
        'own thresholds by --group: the same rate, or promises kept in every group',
      ).choices(['rate', 'error']),
    )
    .option('--seed <n>', 'the order of betting tests', whole('--seed', 0), 0);
}

const DIRECTIONS = ['rate', 'cost', 'ratio', 'budget'] as const;

/** Which of the ways to tune is meant; anything between two ways is refused. */
export function tuneModeOf(
  flags: TuneFlags,
  hasRows: boolean,
): 'dial' | 'certify' | 'bounds' | 'equal-rates' | 'group-certificates' {
  const promises = askedPromises(flags);
  const promised = Object.keys(promises).length > 0;
  const asked = DIRECTIONS.filter(
    (key) => flags[key] !== undefined && (key !== 'budget' || promises.budget === undefined),
  );
  const named = asked.map((key) => `--${key}`).join(' and ');
  if (promised && !hasRows)
    throw new UsageError(
      'tune: a promise needs rows that nothing was fitted on: cede tune policy.json CALIBRATION --max-error 0.05.',
    );
  if (promised && asked.length > 0)
    throw new UsageError(`tune: give a promise or a setting, not both; got ${named} too.`);
  if (promises.budget !== undefined && Object.keys(promises).length > 1)
    throw new UsageError('tune: a budget is certified alone. Leave the other promises out.');
  if (flags.dial && promises.budget !== undefined)
    throw new UsageError(
      'tune: --dial bounds errors and gains, which a budget leaves out. Run it apart: cede tune policy.json ROWS --dial.',
    );
  if (flags.dial && flags.perGroup !== undefined)
    throw new UsageError(
      'tune: --dial bounds thresholds that all groups share. Leave --dial or --per-group out.',
    );
  if (flags.dial && flags.group !== undefined)
    throw new UsageError(
      'tune: --dial bounds all cases together, and --group asks about every group. Leave --dial or --group out.',
    );
  if (flags.perGroup !== undefined) {
    if (flags.group === undefined)
      throw new UsageError('tune: --per-group needs the column of the groups. Add --group.');
    if (!hasRows) throw new UsageError('tune: --per-group needs rows with their groups.');
    if (promised) return 'group-certificates';
    if (flags.perGroup === 'rate' && flags.rate !== undefined && asked.length === 1) {
      if (flags.confidence === undefined) return 'equal-rates';
      throw new UsageError(
        'tune: --rate promises nothing, so there is no confidence in it. Leave --confidence out, or promise: --max-rate.',
      );
    }
    throw new UsageError(
      flags.perGroup === 'rate'
        ? 'tune: --per-group rate needs --rate or --max-rate.'
        : 'tune: --per-group error needs a promise: --max-error 0.05.',
    );
  }
  if (promised) return 'certify';
  if (flags.confidence !== undefined && !flags.dial)
    throw new UsageError('tune: --confidence belongs to a promise or to --dial.');
  if (flags.dial) {
    if (!hasRows)
      throw new UsageError('tune: --dial needs rows that nothing was fitted on to find bounds on.');
    if (asked.length > 0) throw new UsageError(`tune: --dial sets no threshold; got ${named} too.`);
    return 'bounds';
  }
  if (asked.length !== 1)
    throw new UsageError(
      `tune: give exactly one of --rate, --cost, --ratio and --budget, or a promise; got ${asked.length === 0 ? 'none' : named}.`,
    );
  if (hasRows)
    throw new UsageError(
      `tune: rows are for promises; ${named} is set from what the policy remembers${flags.rate !== undefined ? ', or on rows given with --traffic' : flags.budget !== undefined ? ', and certified on rows with --confidence' : ''}.`,
    );
  if (flags.traffic !== undefined && flags.rate === undefined)
    throw new UsageError('tune: --traffic sets a rate. Give --rate with it.');
  return 'dial';
}
