import type { Divergence } from './divergence.js';

/** Squared Hellinger: heavy-tailed weights. */
export const hellinger: Divergence = {
  name: 'hellinger',
  generator: (x) => (Math.sqrt(x) - 1) ** 2,
  conjugateSlope: (t) => 1 / ((1 - t) * (1 - t)),
  end: 1,
  reachesZero: false,
};
