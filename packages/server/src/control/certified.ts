import { certificatesAt, type Policy } from '@cede/core';
import type { Ranks } from './ranks.js';

/** The ranks that a threshold may take without leaving what was certified. */
export interface Certified {
  readonly low: number;
  readonly high: number;
}

/**
 * Promises about the rate alone, or about spending, cover every lower threshold; the others hold at
 * their own threshold only. Undefined where nothing that was certified applies now.
 */
export function certifiedRanks(policy: Policy, ranks: Ranks): Certified | undefined {
  const applying = policy.certificates.filter(({ applies }) => applies);
  if (applying.length === 0) return undefined;
  const high = ranks.rankOf(policy.threshold.values[0], 1);
  const [least] = policy.calibration.bins;
  // A threshold below all others shows whether the promises reach down.
  const below = Math.min(least?.edge ?? 0, policy.threshold.values[0]) - 1;
  const reaches = certificatesAt(applying, below).every(({ applies }) => applies);
  return { low: reaches ? Number.NEGATIVE_INFINITY : high, high };
}
