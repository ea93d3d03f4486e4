import type { Loss } from './loss.js';

/** The L1 distance of the probabilities to the one-hot truth: 2(1 − p_y). */
export const prob01: Loss = {
  name: 'prob01',
  largest: () => 2,
  ofProbabilities: (p, offset, _classes, truth) => 2 * (1 - Math.min(1, p[offset + truth])),
  ofAnswer: (answer, truth) => (answer === truth ? 0 : 2),
};
