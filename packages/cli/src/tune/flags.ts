import type { AskedPromises, DeclaredRanges } from '@cede/study';
import { CONFIDENCE } from '@cede/study';
import type { Command } from 'commander';
import { Option } from 'commander';
import { formerName } from '../options/former-name.js';
import { fraction, number, share, whole } from '../options/numbers.js';
import type { OutputFlags } from '../options/output.js';
import type { TableFlags } from '../options/table.js';

/** The settings that need no rows. */
export interface SettingFlags {
  rate?: number;
  cost?: number;
  densityRatio?: number;
  budget?: number;
}

type PromiseFlags = { -readonly [Name in keyof AskedPromises]: AskedPromises[Name] };

type RangeFlags = { -readonly [Name in keyof DeclaredRanges]: DeclaredRanges[Name] };

/** What `cede tune` was asked for. */
export interface TuneFlags extends TableFlags, OutputFlags, SettingFlags, PromiseFlags, RangeFlags {
  traffic?: string;
  output?: string;
  confidence?: number;
  errorCost?: number;
  bounds?: boolean;
  perClass?: boolean;
  everyClass?: boolean;
  perGroup?: 'rate' | 'error';
  seed: number;
}

export function addTuneFlags(command: Command): Command {
  command
    .option('--rate <share>', 'hand over this share of cases', fraction('--rate'))
    .option('--cost <c>', 'what a hand-over costs, in errors', number('--cost', 0))
    .option(
      '--density-ratio <t>',
      'hand over where the density ratio is at most this',
      number('--density-ratio', 0),
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
      '--max-kept-error <share>',
      'of the cases that the model answers itself, at most this share wrong',
      fraction('--max-kept-error'),
    )
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
    .option('--per-class', "promises kept for each of the model's own answers, by a threshold each")
    .option('--every-class', "promises kept for each of the model's own answers, at one threshold")
    .option(
      '--largest-cost <c>',
      'no case costs more; without it costs count up to the largest among the fitting rows',
      number('--largest-cost', 0),
    )
    .option('--largest-weight <w>', 'no row weighs more', number('--largest-weight', 0))
    .option(
      '--largest-cluster <n>',
      'no cluster has more rows; without it every cluster counts once',
      number('--largest-cluster', 0),
    )
    .option(
      '--smallest-propensity <p>',
      'no row was asked about with a smaller probability (default: 0.02)',
      share('--smallest-propensity'),
    )
    .option('--bounds', 'bounds that hold at every stored threshold at once')
    .addOption(
      new Option(
        '--per-group <what>',
        'own thresholds by --group: the same rate, or promises kept in every group',
      ).choices(['rate', 'error']),
    )
    .option('--seed <n>', 'the order of betting tests', whole('--seed', 0), 0);
  formerName(command, '--dial', 'bounds');
  return formerName(command, '--ratio <t>', 'densityRatio', number('--ratio', 0));
}

/**
 * The promises among the flags. A budget is a setting, made from what the policy remembers, until
 * a confidence makes it a promise.
 */
export function askedPromises(flags: PromiseFlags & { confidence?: number }): AskedPromises {
  const { maxRate, maxError, maxKeptError, minGain, maxCost, budget, confidence } = flags;
  const asked = {
    maxRate,
    maxError,
    maxKeptError,
    minGain,
    maxCost,
    ...(confidence !== undefined && { budget }),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** What the user knows about how large numbers get. */
export const declaredRanges = (flags: RangeFlags): DeclaredRanges => ({
  largestCost: flags.largestCost,
  largestWeight: flags.largestWeight,
  largestCluster: flags.largestCluster,
  smallestPropensity: flags.smallestPropensity,
});

const SETTINGS = ['rate', 'cost', 'densityRatio', 'budget'] as const;

/** The settings among the flags, without what is a promise. */
export const askedSettings = (flags: SettingFlags, promises: AskedPromises = {}) =>
  SETTINGS.filter(
    (key) => flags[key] !== undefined && (key !== 'budget' || promises.budget === undefined),
  );

/** `densityRatio` as it is typed: `--density-ratio`. */
export const optionName = (key: string): string =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
