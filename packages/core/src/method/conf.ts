import type { Method } from './method.js';
import { bareFeatures, fittedScorer } from './network-fit.js';

/** Threshold the model's own confidence: what most people do today. */
export const conf: Method = {
  name: 'conf',
  family: 'confidence',
  seeded: false,
  deployable: true,
  unfit: (table) =>
    table.model ? null : "conf needs the model's class probabilities, which this table has not.",
  fit: (table) =>
    fittedScorer({
      features: bareFeatures(table),
      networks: [],
      head: 'identity',
      combine: 'confidence',
    }),
};
