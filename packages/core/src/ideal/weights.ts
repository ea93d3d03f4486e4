import { insist } from '../error.js';
import type { LossSample } from '../loss/loss-sample.js';
import { exp } from '../math/exp.js';
import type { Divergence } from './divergence.js';
import { normalisedWeights } from './normaliser.js';

/** Weights that turn the sample into the ideal distribution, and their normaliser. */
export interface IdealWeights {
  /** One weight a row: the mean over its atoms. */
  readonly weights: Float64Array;
  /** Z: the mean weight over the sample. 1 where the weights are normalised. */
  readonly normaliser: number;
}

/**
 * The joint ideal distribution's weights, w = exp(−ℓ/γ) for KL (un-normalised), normalised for
 * any other divergence. γ = 0 is the limit: 1 where the loss is 0, else 0.
 */
export function idealWeights(
  sample: LossSample,
  gamma: number,
  divergence: Divergence,
  rowWeight?: ArrayLike<number>,
): IdealWeights {
  insist(gamma >= 0, () => `γ: must be 0, a positive number or inf, got ${gamma} instead.`);
  const { rows, atoms, losses, mass } = sample;
  const share = (i: number) =>
    (mass ? mass[i] : 1) * (rowWeight ? rowWeight[Math.floor(i / atoms)] : 1);
  const ofAtom =
    divergence.name === 'kl'
      ? Float64Array.from(losses, (loss) => klWeight(loss, gamma))
      : normalisedWeights(
          losses,
          Float64Array.from(losses, (_, i) => share(i)),
          gamma,
          divergence,
        );
  const weights = new Float64Array(rows);
  let sum = 0;
  let total = 0;
  for (let row = 0; row < rows; row++) {
    for (let a = 0; a < atoms; a++) {
      const i = row * atoms + a;
      weights[row] += (mass ? mass[i] : 1) * ofAtom[i];
    }
    const weight = rowWeight ? rowWeight[row] : 1;
    sum += weight * weights[row];
    total += weight;
  }
  return { weights, normaliser: sum / total };
}

/** The KL weight of one loss; at γ = 0 only a perfect answer keeps its weight. */
export function klWeight(loss: number, gamma: number): number {
  if (gamma === 0) return loss === 0 ? 1 : 0;
  return exp(-loss / gamma);
}

/** The marginal ideal's weight of a row: the loss is averaged over the posterior first. */
export function marginalWeight(
  posterior: ArrayLike<number>,
  lossOf: (truth: number) => number,
  gamma: number,
): number {
  let mean = 0;
  for (let y = 0; y < posterior.length; y++) mean += posterior[y] * lossOf(y);
  return klWeight(mean, gamma);
}
