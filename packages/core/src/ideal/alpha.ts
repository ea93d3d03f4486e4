import { insist } from '../error.js';
import { pow } from '../math/pow.js';
import type { Divergence } from './divergence.js';

/** The α-family: α → 1 is KL, α = 2 is half of χ²; α > 1 cuts off large losses, α < 1 never does. */
export function alpha(a: number): Divergence {
  insist(
    a > 0 && a !== 1 && Number.isFinite(a),
    () => `divergence alpha${a}: α must be positive and not 1 (that is kl), got ${a} instead.`,
  );
  return {
    name: `alpha${a}`,
    generator: (x) => (pow(x, a) - a * x + a - 1) / (a * (a - 1)),
    conjugateSlope: (t) => {
      const base = 1 + (a - 1) * t;
      return base <= 0 ? (a > 1 ? 0 : Infinity) : pow(base, 1 / (a - 1));
    },
    end: a > 1 ? Infinity : 1 / (1 - a),
    reachesZero: a > 1,
  };
}
