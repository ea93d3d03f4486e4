import type { Method } from './method.js';
import { bareFeatures, fittedScorer } from './network-fit.js';
import { withoutProbabilities } from './refuse.js';

/** Threshold the model's own confidence: what most people do today. */
export const conf: Method = {
  name: 'conf',
  family: 'confidence',
  seeded: false,
  deployable: true,
  worksAlone: true,
  whyUnusable: (table) => withoutProbabilities('conf', table),
  fit: (table) =>
    fittedScorer({
      features: bareFeatures(table),
      networks: [],
      head: 'identity',
      combine: 'confidence',
    }),
};
