import type { FeatureSpec } from '../features/spec.js';
import { sigmoid } from '../math/softplus.js';
import type { Network } from '../network/network.js';
import type { TreePair } from '../trees/pair.js';
import { treesLogit } from '../trees/tree.js';

/**
 * What gives a row its score (low = defer). It knows nothing of thresholds. Serialisable.
 * `combine` says how the averaged networks become the score:
 * - `network`: the score itself;
 * - `confidence`: the model's largest probability, no network at all;
 * - `confidence-minus-network`: what the network predicts of the expert is subtracted from it;
 * - `share-difference`: pairs of outputs, σ(first) − σ(second): how likely the model is right, minus
 *   how likely the expert is. A mix weighs several such pairs, adds one that comes of trees, and an
 *   output behind the pairs as it is.
 */
export interface Scorer {
  readonly features: FeatureSpec;
  readonly networks: readonly Network[];
  readonly head: 'identity' | 'softplus';
  readonly combine: Combine;
  /** For `share-difference`: what each pair weighs; one pair that weighs 1 where left out. */
  readonly shares?: readonly number[];
  readonly trees?: TreePair;
}

/** How a score is made of the network and of the model's confidence. */
export type Combine = 'network' | 'confidence' | 'confidence-minus-network' | 'share-difference';

/** What a reader of a policy must know to make a score of two outputs (`requires`). */
export const SHARE_DIFFERENCE = 'share-difference';

/** What a reader must know to weigh several pairs (`requires`). */
export const MIXED_SHARES = 'mixed-shares';

/** The score of a row from its outputs and, for trees, its dense inputs and the model's answer. */
export type ShareScore = (
  outputs: ArrayLike<number>,
  at: number,
  row: ArrayLike<number>,
  rowAt: number,
  answer: number,
) => number;

/** How a `share-difference` scorer makes its score: in float64, then float32 like every score. */
export function createShareScore({ networks, shares = [1], trees }: Scorer): ShareScore {
  const { outputs } = networks[0];
  const hasRest = outputs > 2 * shares.length;
  return (values, at, row, rowAt, answer) => {
    let sum = hasRest ? values[at + outputs - 1] : 0;
    for (let j = 0; j < shares.length; j++)
      sum += shares[j] * (sigmoid(values[at + 2 * j]) - sigmoid(values[at + 2 * j + 1]));
    if (trees)
      sum +=
        trees.share *
        (sigmoid(treesLogit(trees.model, row, rowAt, answer)) -
          sigmoid(treesLogit(trees.expert, row, rowAt, answer)));
    return Math.fround(sum);
  };
}

/** Scores a row. */
export function outputsOfScorer(scorer: Scorer): number {
  return scorer.combine === 'share-difference' ? 1 : (scorer.networks[0]?.outputs ?? 1);
}
