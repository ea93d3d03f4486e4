import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import {
  bets,
  ladder,
  largestWealth,
  lowerMean,
  lowerMeanFixed,
  meanAbove,
  plannedWealth,
  upperMean,
} from './betting.js';
import { holm } from './holm.js';
import { signTest } from './sign-test.js';

/** Every sequence of n values, with its probability. */
function* sequences(n: number, values: number[], chances: number[]): Generator<[number[], number]> {
  const total = values.length ** n;
  for (let code = 0; code < total; code++) {
    const sequence: number[] = [];
    let probability = 1;
    for (let rest = code, j = 0; j < n; j++, rest = Math.floor(rest / values.length)) {
      sequence.push(values[rest % values.length]);
      probability *= chances[rest % values.length];
    }
    yield [sequence, probability];
  }
}

describe('betting', () => {
  it('wealth is fair at the bound: its mean over all 3⁸ sequences is 1', () => {
    // Z in {−1, 0, 1} with mean exactly g = 0.1.
    const shares = ladder(8);
    let mean = 0;
    for (const [z, probability] of sequences(8, [-1, 0, 1], [0.2, 0.5, 0.3])) {
      const numbers = bets({ values: z, low: -1 }, 0.1);
      let wealth = 0;
      for (const share of shares) {
        wealth += numbers.reduce((product, x) => product * (1 + share * x), 1) / shares.length;
      }
      mean += probability * wealth;
    }
    expect(mean).toBeCloseTo(1, 10);
  });

  it('planned: the share looks at the past only, so no stopping rule makes wealth grow', () => {
    // Stop at the first time wealth reaches 2 (or at the end): the mean is still 1.
    let mean = 0;
    for (const [z, probability] of sequences(8, [-1, 0, 1], [0.2, 0.5, 0.3])) {
      const numbers = bets({ values: z, low: -1 }, 0.1);
      let squares = 0.25;
      let wealth = 1;
      for (let i = 0; i < 8 && wealth < 2; i++) {
        const share = Math.min(0.99, Math.sqrt((2 * Math.log(5) * (i + 1)) / 8 / squares));
        wealth *= 1 + share * numbers[i];
        squares += numbers[i] ** 2;
      }
      if (wealth >= 2)
        expect(plannedWealth([{ numbers, unit: 1 }], 0.2)).toBeGreaterThanOrEqual(wealth - 1e-12);
      mean += probability * wealth;
    }
    expect(mean).toBeCloseTo(1, 10);
  });

  it('is wrong with probability at most δ, by enumeration (exactly, not on average)', () => {
    for (const chances of [
      [0.2, 0.5, 0.3],
      [0, 0.9, 0.1],
      [0.45, 0, 0.55],
    ]) {
      for (const delta of [0.5, 0.3, 0.2, 0.1]) {
        let wrong = 0;
        for (const [z, probability] of sequences(8, [-1, 0, 1], chances)) {
          if (meanAbove({ values: z, low: -1 }, 0.1, delta) <= delta) wrong += probability;
        }
        expect(wrong).toBeLessThanOrEqual(delta);
      }
    }
  });

  it('confidence sequences: never above the mean at any time, but for δ (enumeration)', () => {
    const delta = 0.3;
    let above = 0;
    let below = 0;
    for (const [x, probability] of sequences(7, [0, 0.5, 1], [0.3, 0.2, 0.5])) {
      // The bound at the end includes every earlier rejection.
      if (lowerMean({ values: x, low: 0 }, delta, 1, 20) > 0.6) above += probability;
      if (upperMean({ values: x, high: 1 }, delta, 0, 20) < 0.6) below += probability;
    }
    expect(above).toBeLessThanOrEqual(delta);
    expect(below).toBeLessThanOrEqual(delta);
    expect(above + below).toBeGreaterThan(0);
  });

  it('closes in on the mean, and the fixed-size bound agrees with a plain computation', () => {
    const random = stream(1, 'z');
    const values = Float64Array.from({ length: 4000 }, () => {
      const u = random.uniform();
      return u < 0.02 ? -1 : u < 0.1 ? 1 : 0;
    });
    const mean = values.reduce((sum, value) => sum + value / 4000, 0);
    const error = Math.sqrt((0.1 - 0.0036) / 4000);
    const fixed = lowerMeanFixed({ values, low: -1 }, 0.05, 1);
    expect(fixed).toBeGreaterThan(mean - 4 * error);
    expect(fixed).toBeLessThan(mean - 1.6 * error);
    expect(lowerMean({ values, low: -1 }, 0.05, 1)).toBeGreaterThan(mean - 4.5 * error);
    expect(upperMean({ values, high: 1 }, 0.05, -1)).toBeLessThan(mean + 4.5 * error);
    // At the bound the wealth at the end is 1/δ.
    const numbers = bets({ values, low: -1 }, fixed);
    const shares = ladder(4000);
    const wealth = [...shares].reduce(
      (sum, share) => sum + numbers.reduce((product, x) => product * (1 + share * x), 1),
      0,
    );
    expect(wealth / shares.length).toBeCloseTo(20, 3);
  });

  it('a cluster is one bet, a weight scales it, and a seeded order is the same again', () => {
    const values = [1, 0, 1, -1];
    const clusters = [7, 7, 3, 3];
    expect([...bets({ values, low: -1, clusters, largestWeight: 2 }, 0)]).toEqual([0.5, 0]);
    expect([...bets({ values, low: -1, weight: [1, 1, 2, 1], largestWeight: 2 }, 0)]).toEqual([
      0.5, 0, 1, -0.5,
    ]);
    expect([...bets({ values, low: -1, weight: [1, 1, 2, 1], largestWeight: 4 }, 0)]).toEqual([
      0.25, 0, 0.5, -0.25,
    ]);
    const order = bets({ values: [1, 2, 3, 4, 5, 6], low: 0, seed: 3 }, 10);
    expect([...order]).toEqual([...bets({ values: [1, 2, 3, 4, 5, 6], low: 0, seed: 3 }, 10)]);
    expect([...order].sort()).toEqual([...bets({ values: [1, 2, 3, 4, 5, 6], low: 0 }, 10)].sort());
    expect(() => bets({ values: [-2], low: -1 }, 0)).toThrow('found -2');
    expect(() => bets({ values, low: -1, weight: [1, 1, 2, 1], largestWeight: 1 }, 0)).toThrow();
  });

  it('stops early only past what was asked', () => {
    const numbers = new Float64Array(100).fill(1);
    expect(largestWealth(numbers, ladder(100), 20)).toBeGreaterThanOrEqual(20);
    expect(largestWealth(numbers, ladder(100), 20)).toBeLessThan(60);
    expect(largestWealth(new Float64Array(50).fill(-0.5), ladder(50))).toBe(1);
  });
});

describe('sign test', () => {
  it('is the exact binomial tail', () => {
    expect(signTest(5, 0)).toBeCloseTo(1 / 32, 14);
    expect(signTest(4, 1)).toBeCloseTo(6 / 32, 14);
    expect(signTest(0, 0)).toBe(1);
    expect(signTest(0, 3)).toBeCloseTo(1, 14);
  });
});

describe('Holm', () => {
  it('matches the definition on a hand-computed case', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(holm([0.9, 0.8])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });
});
