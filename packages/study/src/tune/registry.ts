import { InputError } from '@cede/core';
import type { TuneMode, TuneSetting } from './contract.js';
import { byBudget, byCost, byDensityRatio, byRate } from './from-calibration.js';
import { onTraffic } from './on-traffic.js';
import { perGroup } from './per-group.js';

/** Every way to set a threshold. */
export const TUNE_MODES: readonly TuneMode[] = [
  byRate,
  byCost,
  byDensityRatio,
  byBudget,
  onTraffic,
  perGroup,
];

/** The one way that a setting says; anything between two ways is refused. */
export function tuneMode(setting: TuneSetting): TuneMode {
  const given = Object.entries(setting).flatMap(([key, value]) =>
    value === undefined ? [] : [key],
  );
  const mode = TUNE_MODES.find(
    ({ takes }) => takes.length === given.length && takes.every((key) => given.includes(key)),
  );
  if (mode) return mode;
  const ways = TUNE_MODES.map(({ takes }) => takes.join(' with ')).join(', ');
  throw new InputError(
    `tune: give exactly one of ${ways}; got ${given.length === 0 ? 'nothing' : given.join(' and ')}.`,
    'invalid-value',
    { path: 'setting', found: given },
  );
}
