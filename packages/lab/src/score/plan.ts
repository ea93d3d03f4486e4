import { methodNamed } from '@cede/core';
import { CALIBRATION_SHARE, type ComparisonPlan, DEFAULT_RATE } from '@cede/study';
import type { Preset } from '../preset/preset.js';

/** The comparison that a preset asks for on each of its pairs of tables. */
export function planOf(preset: Preset): ComparisonPlan {
  // Every curve is read between these two, asked for or not.
  const bounds = ['random', 'oracle'].filter((name) => !preset.methods.includes(name));
  const methods = [...preset.methods, ...bounds].map(methodNamed);
  const chosen =
    methods.find(({ family }) => family === 'drcpe') ??
    methods.find(({ name }) => name !== 'random' && name !== 'oracle')!;
  return {
    methods,
    leftOut: [],
    chosen,
    expert: 0,
    seeds: Array.from({ length: preset.seeds }, (_, k) => preset.seed + k),
    rates: preset.rates,
    rate: DEFAULT_RATE,
    rateFrom: 'default',
    options: { epochs: preset.scorer.epochs, batch: preset.scorer.batch },
    calibrationShare: CALIBRATION_SHARE,
  };
}
