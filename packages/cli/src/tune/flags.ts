import { type AskedPromises, CONFIDENCE, type DeclaredRanges } from '@cede/study';
import type { Command } from 'commander';
import { addOptions } from '../options/command.js';
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

const SETTING = {
  '--rate <share>': 'hand over this share of cases',
  '--cost <c>': 'what a hand-over costs, in errors',
  '--density-ratio <t>': 'hand over where the density ratio is at most this',
  '--budget <c>':
    'mean cost of answers per case: hand over as much as it pays for (needs cost columns); certified with rows and --confidence',
  '--traffic <table>': 'with --rate: set the rate on these rows, which need no labels',
  '-o, --output <file>': 'write here instead',
};

const CERTIFIED = {
  '--max-rate <share>': 'at most this share handed over',
  '--max-error <share>': 'at most this share of cases wrong',
  '--max-kept-error <share>':
    'of the cases that the model answers itself, at most this share wrong',
  '--min-gain <share>': 'at least this gain over the model alone (0.01 is a point)',
  '--max-cost <c>': 'at most this mean cost per case (cost columns, --cost-matrix or --error-cost)',
  '--error-cost <c>': 'what a wrong answer costs',
  '--confidence <share>': `that the promises hold (default: ${CONFIDENCE})`,
  '--per-class': "promises kept for each of the model's own answers, by a threshold each",
  '--every-class': "promises kept for each of the model's own answers, at one threshold",
  '--largest-cost <c>':
    'no case costs more; without it costs count up to the largest among the fitting rows',
  '--largest-weight <w>': 'no row weighs more',
  '--largest-cluster <n>': 'no cluster has more rows; without it every cluster counts once',
  '--smallest-propensity <p>': 'no row was asked about with a smaller probability (default: 0.02)',
  '--bounds': 'bounds that hold at every stored threshold at once',
  '--per-group <what>': 'own thresholds by --group: the same rate, or promises kept in every group',
  '--seed <n>': 'the order of betting tests',
};

export const addTuneFlags = (command: Command): Command =>
  addOptions(
    addOptions(command, SETTING).optionsGroup('Certified, on rows that nothing was fitted on:'),
    CERTIFIED,
    { defaults: { seed: 0 }, formerly: { '--dial': 'bounds', '--ratio <t>': 'density-ratio' } },
  );

/**
 * The promises among the flags. A budget is a setting, made from what the policy remembers, until
 * a confidence makes it a promise.
 */
export function askedPromises(flags: PromiseFlags & { confidence?: number }): AskedPromises {
  const { maxRate, maxError, maxKeptError, minGain, maxCost, budget, confidence } = flags;
  const asked = {
    ...{ maxRate, maxError, maxKeptError, minGain, maxCost },
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
