import type { PartialLosses } from './partial.js';

/**
 * A loss whose minimiser reveals a density ratio. Pointwise, with weights w_model and w_expert,
 * the best score is link(η), η = w_model/(w_model + w_expert). MATH: section 4.
 */
export interface RatioLoss extends PartialLosses {
  readonly name: 'squared' | 'logistic' | 'lsif' | 'kliep';
  /** Ψ: from η in [0, 1] to a score. Increasing. */
  link(eta: number): number;
  /** Ψ⁻¹: scores outside the range of the link are clamped to its ends first. */
  inverseLink(score: number): number;
  /** Unbounded below where the expert's weight is 0, so such weights must be refused. */
  readonly needsExpertWeight: boolean;
}
