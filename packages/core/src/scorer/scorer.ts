import type { FeatureSpec } from '../features/spec.js';
import type { Network } from '../network/network.js';

/**
 * What gives a row its score (low = defer). It knows nothing of thresholds. Serialisable.
 * `combine` says how the averaged networks become the score:
 * - `network`: the score itself;
 * - `confidence`: the model's largest probability, no network at all;
 * - `confidence-minus-network`: what the network predicts of the expert is subtracted from it.
 */
export interface Scorer {
  readonly features: FeatureSpec;
  readonly networks: readonly Network[];
  readonly head: 'identity' | 'softplus';
  readonly combine: Combine;
}

/** How a score is made of the network and of the model's confidence. */
export type Combine = 'network' | 'confidence' | 'confidence-minus-network';

export function outputsOfScorer(scorer: Scorer): number {
  return scorer.networks[0]?.outputs ?? 1;
}
