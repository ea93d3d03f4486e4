import { ANSWERS_MODES } from '@cede/core';
import { fraction, fractions, names, number, share, whole, widths } from './numbers.js';

/** What an option takes: a reader of its value, which names the option where it refuses, or its choices. */
export type Takes =
  | ((option: string) => (text: string, before: never) => unknown)
  | readonly string[];

const amount = (option: string) => number(option, 0);
const howMany = (option: string) => whole(option, 1);
const seed = (option: string) => whole(option, 0);

const all = (takes: Takes, ...options: string[]) =>
  Object.fromEntries(options.map((option) => [option, takes]));

/** By the option's name: whatever command has it, it takes the same. Any other takes a text. */
export const VALUES: Readonly<Record<string, Takes>> = {
  ...all(fraction, 'rate', 'max-rate', 'max-error', 'max-kept-error'),
  ...all(share, 'test-share', 'calibration-share', 'smallest-gain', 'confidence'),
  ...all(share, 'smallest-propensity'),
  ...all(amount, 'cost', 'density-ratio', 'budget', 'min-gain', 'max-cost', 'error-cost'),
  ...all(amount, 'largest-cost', 'largest-weight', 'largest-cluster'),
  ...all(amount, 'learning-rate', 'weight-decay'),
  ...all(howMany, 'epochs', 'batch', 'seeds', 'jobs', 'members', 'sample', 'top'),
  ...all(seed, 'seed', 'split-seed'),
  rates: fractions,
  hidden: widths,
  classes: () => names,
  answers: ANSWERS_MODES,
  scorer: ['network', 'linear'],
  'probability-features': ['paper', 'full', 'calibrated'],
  'per-group': ['rate', 'error'],
};
