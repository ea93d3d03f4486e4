import { expm1 } from '../math/exp.js';
import { log } from '../math/log.js';
import type { Divergence } from './divergence.js';

/** Jensen–Shannon. */
export const js: Divergence = {
  name: 'js',
  generator: (x) => (x === 0 ? 0 : x * log(x)) - (x + 1) * log((x + 1) / 2),
  conjugateSlope: (t) => 1 / expm1(Math.LN2 - t),
  end: Math.LN2,
  reachesZero: false,
};
