import { log } from '../math/log.js';
import type { Loss } from './loss.js';

/** Probabilities below this floor count as the floor, so that one confident mistake stays finite. */
const FLOOR = 1e-6;

/** Cross-entropy, −log p_y. */
export const xent: Loss = {
  name: 'xent',
  largest: () => -log(FLOOR),
  ofProbabilities: (p, offset, _classes, truth) =>
    -log(Math.min(1, Math.max(p[offset + truth], FLOOR))),
  ofAnswer: (answer, truth) => (answer === truth ? 0 : -log(FLOOR)),
};
