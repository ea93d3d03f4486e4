import { insist } from '../error.js';
import type { RatioLoss } from './ratio-loss.js';

/**
 * Between a score and the normalised density ratio it stands for. `pi` is the share of the
 * model's weight, Z/(Z + Z_expert): un-normalised weights shift the score by it. MATH: section 4.
 */
export function ratioFromScore(loss: RatioLoss, pi: number, score: number): number {
  const eta = loss.inverseLink(score);
  if (eta >= 1) return Infinity;
  return ((1 - pi) / pi) * (eta / (1 - eta));
}

/** The score at which the density ratio equals `ratio`. */
export function thresholdFromRatio(loss: RatioLoss, pi: number, ratio: number): number {
  insist(
    ratio >= 0,
    () => `ratio: must be a number from 0, got ${ratio} instead.`,
    'invalid-value',
    { path: 'ratio', expected: 'a number from 0', found: ratio },
  );
  insist(pi > 0 && pi < 1, () => `pi: must lie between 0 and 1, got ${pi} instead.`);
  if (ratio === Infinity) return Infinity; // also scores past the end of the link
  return loss.link((pi * ratio) / (1 - pi + pi * ratio));
}
