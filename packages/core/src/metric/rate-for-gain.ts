import type { Curve } from '../curve/curve.js';
import { rateReaching } from '../curve/reviews-saved.js';

/**
 * The lowest rate at which a curve has made 50, 80 and 95 % of its reachable gain: of the largest
 * rise above the model alone (rate 0) that this curve reaches at any rate. null where it never
 * rises.
 */
export function ratesForGain(
  curve: Curve,
  shares: readonly number[] = [0.5, 0.8, 0.95],
): { share: number; rate: number | null }[] {
  const alone = curve.values[0];
  const best = curve.values.reduce((top, value) => Math.max(top, value), alone);
  return shares.map((share) => ({
    share,
    rate: best > alone ? rateReaching(curve, alone + share * (best - alone)) : null,
  }));
}
