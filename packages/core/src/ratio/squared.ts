import type { RatioLoss } from './ratio-loss.js';

/** (v − 1)² and (v + 1)²: bounded, the default. */
export const squared: RatioLoss = {
  name: 'squared',
  head: 'identity',
  needsExpertWeight: false,
  plus: (v) => (v - 1) * (v - 1),
  minus: (v) => (v + 1) * (v + 1),
  plusSlope: (v) => 2 * (v - 1),
  minusSlope: (v) => 2 * (v + 1),
  link: (eta) => 2 * eta - 1,
  inverseLink: (score) => (Math.min(1, Math.max(-1, score)) + 1) / 2,
};
