import { binomialAtLeast } from './binomial.js';

/**
 * Does handing over help at all? Rows where only the expert was right (rescues) against rows where
 * only the model was (harms): if handing over gains nothing, a rescue is at most as likely as a
 * harm, so P(at least this many rescues) ≤ P(Bin(rescues + harms, ½) ≥ rescues), exactly.
 */
export function signTest(rescues: number, harms: number): number {
  return rescues + harms === 0 ? 1 : binomialAtLeast(rescues, rescues + harms, 0.5);
}
