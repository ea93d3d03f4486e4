import { insist } from '../error.js';
import { pow } from '../math/pow.js';
import type { Loss } from './loss.js';

/** Generalised cross-entropy, (1 − p_y^q)/q: between cross-entropy (q → 0) and 1 − p_y (q = 1). */
export function gce(q = 0.7): Loss {
  insist(q > 0 && q <= 1, () => `loss gce: q must lie in (0, 1], got ${q} instead.`);
  return {
    name: 'gce',
    largest: () => 1 / q,
    ofProbabilities: (p, offset, _classes, truth) =>
      (1 - pow(Math.min(1, p[offset + truth]), q)) / q,
    ofAnswer: (answer, truth) => (answer === truth ? 0 : 1 / q),
  };
}
