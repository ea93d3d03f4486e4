import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  binomialAtLeast,
  binomialAtMost,
  binomialDensity,
  lowerProportion,
  upperProportion,
} from './binomial.js';
import { normalAtMost, normalQuantile } from './normal.js';

/** Probabilities by enumerating every outcome of n coins, one coin at a time. */
function enumerated(n: number, p: number): number[] {
  let density = [1];
  for (let coin = 0; coin < n; coin++) {
    density = Array.from(
      { length: density.length + 1 },
      (_, k) => (density[k] ?? 0) * (1 - p) + (density[k - 1] ?? 0) * p,
    );
  }
  return density;
}

describe('binomial', () => {
  it('agrees with enumeration up to n = 120, density and both tails', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120 }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (n, p) => {
          const density = enumerated(n, p);
          let below = 0;
          for (let k = 0; k <= n; k++) {
            below += density[k];
            if (density[k] < 1e-290) continue; // subnormal numbers have no relative accuracy
            const above = density.slice(k).reduceRight((sum, value) => sum + value, 0);
            expect(binomialDensity(k, n, p) / density[k]).toBeCloseTo(1, 10);
            expect(binomialAtMost(k, n, p) / below).toBeCloseTo(1, 10);
            expect(binomialAtLeast(k, n, p) / above).toBeCloseTo(1, 9);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('keeps its digits at n = 10⁷: a long sum of densities, in the tail and at the mean', () => {
    const n = 10_000_000;
    for (const [k, p] of [
      [498_000, 0.05],
      [500_000, 0.05],
      [5_003_000, 0.5],
      [80, 1e-5],
    ]) {
      // Sum downwards by the exact ratio of neighbouring densities.
      let density = binomialDensity(k, n, p);
      let sum = 0;
      for (let j = k; j >= 0 && density > 1e-30; j--) {
        sum += density;
        density *= (j * (1 - p)) / ((n - j + 1) * p);
      }
      expect(binomialAtMost(k, n, p) / sum).toBeCloseTo(1, 8);
    }
    // A check of the density itself that shares nothing with it: all of them sum to 1.
    let total = 0;
    for (let k = 480_000; k <= 520_000; k++) total += binomialDensity(k, n, 0.05);
    expect(total).toBeCloseTo(1, 9);
  });

  it('answers the edges', () => {
    expect([binomialAtMost(-1, 5, 0.3), binomialAtMost(5, 5, 0.3)]).toEqual([0, 1]);
    expect([binomialAtMost(0, 5, 0), binomialAtMost(4, 5, 1)]).toEqual([1, 0]);
    expect(binomialAtMost(0, 10, 0.1)).toBeCloseTo(0.9 ** 10, 14);
    expect(() => binomialAtMost(0.5, 5, 0.3)).toThrow('k = 0.5');
  });

  it('Clopper–Pearson: the closed form at k = 0, and the defining equation elsewhere', () => {
    expect(upperProportion(0, 50, 0.05)).toBeCloseTo(1 - 0.05 ** (1 / 50), 12);
    expect(lowerProportion(50, 50, 0.05)).toBeCloseTo(0.05 ** (1 / 50), 12);
    expect([lowerProportion(0, 9, 0.05), upperProportion(9, 9, 0.05)]).toEqual([0, 1]);
    expect(binomialAtMost(37, 1000, upperProportion(37, 1000, 0.05))).toBeCloseTo(0.05, 10);
    expect(binomialAtLeast(37, 1000, lowerProportion(37, 1000, 0.05))).toBeCloseTo(0.05, 10);
  });

  it('Clopper–Pearson covers with at least 1 − δ for every p, by enumeration', () => {
    for (const p of [0.01, 0.1, 0.37, 0.5, 0.93]) {
      const n = 25;
      const missed = enumerated(n, p).reduce(
        (sum, density, k) => (upperProportion(k, n, 0.1) < p ? sum + density : sum),
        0,
      );
      expect(missed).toBeLessThanOrEqual(0.1);
    }
  });
});

describe('normal', () => {
  it('has the printed table values', () => {
    expect(normalAtMost(1)).toBeCloseTo(0.8413447460685429, 14);
    expect(normalAtMost(-3)).toBeCloseTo(0.0013498980316300933, 15);
    expect(normalAtMost(-6) / 9.865876450376981e-10).toBeCloseTo(1, 9);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
    expect(normalQuantile(0.8)).toBeCloseTo(0.8416212335729143, 12);
    expect(normalQuantile(0.5)).toBeCloseTo(0, 12);
  });

  it('the quantile undoes the distribution, also across the switch of formulas', () => {
    fc.assert(
      fc.property(fc.double({ min: -8, max: 4, noNaN: true }), (x) => {
        expect(normalQuantile(normalAtMost(x))).toBeCloseTo(x, 7);
      }),
    );
    expect(() => normalQuantile(1)).toThrow('p = 1');
  });
});
