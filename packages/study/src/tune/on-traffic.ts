import { inputOf, scoreRows, tuneOnTraffic } from '@cede/core';
import type { TuneMode } from './contract.js';

/** The rate on current cases; on the calibration rows it may be another. */
export const onTraffic: TuneMode = {
  takes: ['rate', 'traffic'],
  tune(policy, { rate, traffic }) {
    const scores = scoreRows(policy.scorer, inputOf(traffic!, policy.scorer.features));
    return tuneOnTraffic(policy, scores, rate!);
  },
};
