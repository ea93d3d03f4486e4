import { insist } from '../error.js';
import type { Divergence } from './divergence.js';

/**
 * Solves for b in mean[(φ*)'((b − L)/γ)] = 1 and returns the normalised weights.
 * With u = (b − min L)/γ the mean grows in u, is ≤ 1 at u = 0 (since (φ*)'(0) = 1) and ≥ 1 at
 * u = (max L − min L)/γ: bisect there in float64, short of the end of the domain.
 * `mass` is how much of the sample each atom stands for; it need not sum to 1.
 */
export function normalisedWeights(
  losses: ArrayLike<number>,
  mass: ArrayLike<number> | undefined,
  gamma: number,
  divergence: Divergence,
): Float64Array {
  const n = losses.length;
  const massOf = (i: number) => (mass ? mass[i] : 1);
  let total = 0;
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < n; i++) {
    if (massOf(i) === 0) continue;
    total += massOf(i);
    least = Math.min(least, losses[i]);
    most = Math.max(most, losses[i]);
  }
  insist(
    total > 0,
    () => 'ideal distribution: no row carries any weight. Check the weights of the table.',
  );
  const weights = new Float64Array(n);
  if (gamma === Infinity || most === least) return weights.fill(1);
  if (gamma === 0) return uniformOnLeast(losses, massOf, least, total, weights);

  const spread = (most - least) / gamma;
  const fill = (u: number): number => {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      // An atom without mass may lie below the least loss, past the end of the domain: leave it at 0.
      if (massOf(i) === 0) continue;
      weights[i] = divergence.conjugateSlope(u - (losses[i] - least) / gamma);
      sum += massOf(i) * weights[i];
    }
    return sum / total;
  };
  let low = 0;
  let high = Math.min(spread, divergence.end);
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (fill(middle) < 1) low = middle;
    else high = middle;
  }
  const mean = fill(low);
  for (let i = 0; i < n; i++) weights[i] /= mean; // what float64 left over, a few ulps
  return weights;
}

/** γ = 0: all mass on the rows of least loss. */
function uniformOnLeast(
  losses: ArrayLike<number>,
  massOf: (i: number) => number,
  least: number,
  total: number,
  weights: Float64Array,
): Float64Array {
  let kept = 0;
  for (let i = 0; i < losses.length; i++) if (losses[i] === least) kept += massOf(i);
  for (let i = 0; i < losses.length; i++) weights[i] = losses[i] === least ? total / kept : 0;
  return weights;
}
