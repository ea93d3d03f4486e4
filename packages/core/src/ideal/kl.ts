import { exp } from '../math/exp.js';
import { log } from '../math/log.js';
import type { Divergence } from './divergence.js';

/** Kullback–Leibler: weights exp(−L/γ). Only here the normaliser is a plain factor. */
export const kl: Divergence = {
  name: 'kl',
  generator: (x) => (x === 0 ? 1 : x * log(x) - x + 1),
  conjugateSlope: (t) => exp(t),
  end: Infinity,
  reachesZero: false,
};
