import { type TuneOptions, tune } from '@cede/core';
import type { TuneMode, TuneSetting } from './contract.js';

/** From what the policy remembers of its calibration rows: no data is needed. */
const fromCalibration = (
  key: keyof TuneSetting & ('rate' | 'cost' | 'densityRatio' | 'budget'),
  options: (value: number) => TuneOptions,
): TuneMode => ({
  takes: [key],
  tune: (policy, setting) => tune(policy, options(setting[key]!)),
});

export const byRate = fromCalibration('rate', (rate) => ({ rate }));
export const byCost = fromCalibration('cost', (cost) => ({ cost }));
export const byDensityRatio = fromCalibration('densityRatio', (ratio) => ({ ratio }));
export const byBudget = fromCalibration('budget', (budget) => ({ budget }));
