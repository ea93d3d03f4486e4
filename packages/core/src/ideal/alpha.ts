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
    name: `alpha${decimal(a)}`,
    generator: (x) => (pow(x, a) - a * x + a - 1) / (a * (a - 1)),
    conjugateSlope: (t) => {
      const base = 1 + (a - 1) * t;
      return base <= 0 ? (a > 1 ? 0 : Infinity) : pow(base, 1 / (a - 1));
    },
    end: a > 1 ? Infinity : 1 / (1 - a),
    reachesZero: a > 1,
  };
}

/** A number without an exponent: "1e-7" would not parse back inside a name, whose parts "-" divides. */
export function decimal(value: number): string {
  const [digits, exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const [whole, fraction = ''] = digits.split('.');
  const shift = Number(exponent);
  return shift < 0
    ? `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
    : whole + fraction.padEnd(shift, '0');
}
