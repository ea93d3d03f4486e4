import { exp } from '../math/exp.js';

/**
 * Deferral rules in closed form, for worlds whose posterior is known: theory, simulation and
 * tests. Losses are conditional means given x.
 */

/**
 * Chow's rule for the objective E[loss] + c·P[defer]: deferring at x costs E[expert's loss] + c,
 * so defer where the expert's mean loss is at most the model's minus c.
 * (The paper prints the opposite sign of c; see docs/departures.md.)
 */
export function chowDefers(modelLoss: number, expertLoss: number, cost: number): boolean {
  return expertLoss - modelLoss <= -cost;
}

/** The density-ratio rule: defer where model weight / expert weight is at most τ. */
export function ratioDefers(modelWeight: number, expertWeight: number, tau: number): boolean {
  return modelWeight <= tau * expertWeight;
}

/** The un-normalised ratio τ' at which the marginal KL rule is Chow's rule at cost c. */
export function ratioOfCost(cost: number, gamma: number): number {
  return exp(-cost / gamma);
}

/**
 * The posterior tilted by the expert: P(y|x) reweighted by exp(−ℓ_expert/γ). The joint rule is
 * contained in Chow's rule under this posterior.
 */
export function expertTilt(
  posterior: ArrayLike<number>,
  expertLoss: (truth: number) => number,
  gamma: number,
): Float64Array {
  const tilted = Float64Array.from(posterior, (p, y) => p * exp(-expertLoss(y) / gamma));
  const total = tilted.reduce((sum, p) => sum + p, 0);
  return tilted.map((p) => p / total);
}
