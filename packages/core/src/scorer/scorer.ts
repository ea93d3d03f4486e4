import type { FeatureSpec } from '../features/spec.js';
import { sigmoid } from '../math/softplus.js';
import type { Network } from '../network/network.js';

/**
 * What gives a row its score (low = defer). It knows nothing of thresholds. Serialisable.
 * `combine` says how the averaged networks become the score:
 * - `network`: the score itself;
 * - `confidence`: the model's largest probability, no network at all;
 * - `confidence-minus-network`: what the network predicts of the expert is subtracted from it;
 * - `share-difference`: two outputs, σ(first) − σ(second): how likely the model is right, minus how
 *   likely the expert is.
 */
export interface Scorer {
  readonly features: FeatureSpec;
  readonly networks: readonly Network[];
  readonly head: 'identity' | 'softplus';
  readonly combine: Combine;
}

/** How a score is made of the network and of the model's confidence. */
export type Combine = 'network' | 'confidence' | 'confidence-minus-network' | 'share-difference';

/** What a reader of a policy must know to make a score of two outputs (`requires`). */
export const SHARE_DIFFERENCE = 'share-difference';

/** σ(first) − σ(second), in float32 like every score. */
export const shareDifference = (first: number, second: number): number =>
  Math.fround(sigmoid(first) - sigmoid(second));

/** Scores a row. */
export function outputsOfScorer(scorer: Scorer): number {
  return scorer.combine === 'share-difference' ? 1 : (scorer.networks[0]?.outputs ?? 1);
}
