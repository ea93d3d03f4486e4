import type { JoiningLearner } from './contract.js';
import { learnLabels } from './labels.js';
import { learnProbabilities } from './probabilities.js';
import type { Learned } from './registry.js';

/** How each way to join answers is learned. */
export const LEARNERS: {
  readonly [K in Learned['kind']]: JoiningLearner<Extract<Learned, { kind: K }>>;
} = { labels: learnLabels, probabilities: learnProbabilities };
