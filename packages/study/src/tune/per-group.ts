import { equalRates } from '../groups/own-thresholds.js';
import type { TuneMode } from './contract.js';

/** Every group hands over the same share of its cases, by a threshold of its own. */
export const perGroup: TuneMode = {
  takes: ['rate', 'perGroup'],
  tune: (policy, { rate, perGroup: groups }) =>
    equalRates(policy, groups!.table, groups!.column, rate!),
};
