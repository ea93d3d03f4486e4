/**
 * The marginal ideal weight exp(−E[loss]/γ) of a row whose truth is known only as K votes. Putting
 * the share of wrong votes into exp is biased upwards (Jensen) by about 1 + Var/(2γ²K). For a
 * zero-one loss the moments have unbiased estimates, E[C(S,j)/C(K,j)] = a^j for S wrong out of K at
 * error a, so we sum the series of exp with those instead, as far as K votes can reach.
 */
import { insist } from '../error.js';
import { exp } from '../math/exp.js';

export interface MarginalWeight {
  readonly weight: number;
  /** Too few votes for the series (K < 2/γ): the biased share-of-votes weight was used. */
  readonly plugIn: boolean;
}

export function marginalWeight(wrongVotes: number, votes: number, gamma: number): MarginalWeight {
  insist(
    votes > 0 && wrongVotes >= 0 && wrongVotes <= votes && gamma > 0,
    () =>
      `marginal weight: found ${wrongVotes} wrong of ${votes} votes at γ = ${gamma}; expected 0 ≤ wrong ≤ votes, votes > 0, γ > 0.`,
  );
  if (votes < 2 / gamma) return { weight: exp(-wrongVotes / votes / gamma), plugIn: true };
  let term = 1;
  let sum = 1;
  // Beyond S every term is 0: there are no j wrong votes to choose.
  for (let j = 1; j <= wrongVotes; j++) {
    term *= (-1 / gamma / j) * ((wrongVotes - j + 1) / (votes - j + 1));
    sum += term;
  }
  return { weight: Math.max(0, sum), plugIn: false };
}
