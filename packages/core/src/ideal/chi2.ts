import type { Divergence } from './divergence.js';

/** Pearson's χ²: weights fall linearly with the loss, down to 0. */
export const chi2: Divergence = {
  name: 'chi2',
  generator: (x) => (x - 1) * (x - 1),
  conjugateSlope: (t) => Math.max(0, 1 + t / 2),
  end: Infinity,
  reachesZero: true,
};
