import { describe, expect, it } from 'vitest';
import { binomialDensity } from './binomial.js';
import { marginalWeight } from './marginal-votes.js';

/** The mean over all outcomes of K votes. */
const mean = (votes: number, error: number, value: (wrong: number) => number) =>
  Array.from(
    { length: votes + 1 },
    (_, wrong) => binomialDensity(wrong, votes, error) * value(wrong),
  ).reduce((sum, term) => sum + term, 0);

describe('marginal weight from votes', () => {
  it('meets the truth where the share of votes does not (a = 0.5, γ = 0.5: 0.3679)', () => {
    const plugIn = (votes: number) => (wrong: number) => Math.exp(-wrong / votes / 0.5);
    const ours = (votes: number) => (wrong: number) => marginalWeight(wrong, votes, 0.5).weight;
    expect(Math.exp(-1)).toBeCloseTo(0.3679, 4);
    expect(mean(5, 0.5, plugIn(5))).toBeCloseTo(0.4063, 4);
    expect(mean(5, 0.5, ours(5))).toBeCloseTo(0.3667, 4);
    expect(mean(51, 0.5, plugIn(51))).toBeCloseTo(0.3715, 4);
    expect(mean(51, 0.5, ours(51))).toBeCloseTo(0.3679, 4);
  });

  it('is the truncated series term by term on a small case', () => {
    // S = 2 of K = 4, γ = 1: 1 − 2/4 + ½·(1/6).
    expect(marginalWeight(2, 4, 1).weight).toBeCloseTo(1 - 0.5 + 1 / 12, 14);
    expect(marginalWeight(0, 4, 1)).toEqual({ weight: 1, plugIn: false });
  });

  it('falls back below 2/γ votes and never goes negative', () => {
    expect(marginalWeight(1, 3, 0.5)).toEqual({ weight: expect.closeTo(0.5134, 4), plugIn: true });
    for (let wrong = 0; wrong <= 8; wrong++) {
      expect(marginalWeight(wrong, 8, 0.26).weight).toBeGreaterThanOrEqual(0);
    }
    expect(() => marginalWeight(3, 2, 1)).toThrow('3 wrong of 2 votes');
  });
});
