import type { Keys, Policy, Table } from '@cede/core';
import type { AnyTable } from '../table/named-table.js';

/** Where the threshold should go: exactly one of the ways to say it. */
export interface TuneSetting {
  /** Hand over this share of cases. */
  readonly rate?: number;
  /** What a hand-over costs, in errors. */
  readonly cost?: number;
  /** Hand over where the density ratio is at most this. */
  readonly densityRatio?: number;
  /** Mean cost of answers per case, in the unit of the cost columns. */
  readonly budget?: number;
  /** With `rate`: rows like those of today to set it on; they need no labels. */
  readonly traffic?: AnyTable;
  /** With `rate`: every group of these rows hands over that share of its cases. */
  readonly perGroup?: { readonly table: AnyTable; readonly column: string };
}

/** The same with the rows themselves. */
export interface PlainSetting extends Omit<TuneSetting, 'traffic' | 'perGroup'> {
  readonly traffic?: Table;
  readonly perGroup?: { readonly table: Table; readonly column: string };
}

/** What needs no rows. */
export const SETTING_KEYS: Keys<Pick<TuneSetting, 'rate' | 'cost' | 'densityRatio' | 'budget'>> = {
  ...{ rate: true, cost: true, densityRatio: true, budget: true },
};

/** All of them. */
export const TUNE_KEYS: Keys<TuneSetting> = { ...SETTING_KEYS, traffic: true, perGroup: true };

/** One way to set a threshold: a new one is a new file here. */
export interface TuneMode {
  /** The keys of the setting that it takes, all of them. */
  readonly takes: readonly (keyof TuneSetting)[];
  tune(policy: Policy, setting: PlainSetting): Policy;
}
