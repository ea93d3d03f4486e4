import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratioFromScore, thresholdFromRatio } from './density-ratio.js';
import { exponential } from './exponential.js';
import type { PartialLosses } from './partial.js';
import { RATIO_LOSSES, ratioNamed } from './registry.js';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const weight = between(1e-3, 1);

/** Golden-section search for the minimum of a convex function. */
function minimise(f: (v: number) => number, low: number, high: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  for (let step = 0; step < 200; step++) {
    const a = high - ratio * (high - low);
    const b = low + ratio * (high - low);
    if (f(a) < f(b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}

describe.each(
  [...Object.values(RATIO_LOSSES), exponential].map((loss) => [loss.name, loss] as const),
)('partial losses %s', (_name, loss: PartialLosses) => {
  it('slopes are the derivatives (finite differences)', () => {
    const range = loss.head === 'softplus' ? between(0.05, 8) : between(-4, 4);
    fc.assert(
      fc.property(range, (v) => {
        const h = 1e-5;
        for (const [f, slope] of [
          [loss.plus, loss.plusSlope],
          [loss.minus, loss.minusSlope],
        ]) {
          const numeric = (f(v + h) - f(v - h)) / (2 * h);
          expect(slope(v)).toBeCloseTo(numeric, 4);
        }
      }),
    );
  });
});

describe.each(Object.values(RATIO_LOSSES).map((loss) => [loss.name, loss] as const))(
  'ratio loss %s',
  (name, loss) => {
    it('the pointwise minimiser is link(η), η = w_model/(w_model + w_expert)', () => {
      fc.assert(
        fc.property(between(0.02, 1), between(0.02, 1), (a, b) => {
          const [low, high] = loss.head === 'softplus' ? [1e-9, 200] : [-60, 60];
          const best = minimise((v) => a * loss.plus(v) + b * loss.minus(v), low, high);
          const expected = loss.link(a / (a + b));
          expect(Math.abs(best - expected)).toBeLessThan(1e-5 * (1 + Math.abs(expected)));
        }),
      );
    });

    it('the closed forms of the table', () => {
      fc.assert(
        fc.property(weight, weight, (a, b) => {
          const closed = {
            squared: (a - b) / (a + b),
            logistic: Math.log(a / b),
            lsif: a / b,
            kliep: a / b,
          }[name];
          const linked = loss.link(a / (a + b));
          expect(Math.abs(linked - closed)).toBeLessThan(1e-9 * (1 + Math.abs(closed)));
        }),
      );
    });

    it('link and inverse link undo each other, and the link increases', () => {
      fc.assert(
        fc.property(between(1e-6, 1 - 1e-6), between(1e-6, 1 - 1e-6), (eta, other) => {
          expect(loss.inverseLink(loss.link(eta))).toBeCloseTo(eta, 9);
          if (eta < other) expect(loss.link(eta)).toBeLessThanOrEqual(loss.link(other));
        }),
      );
    });

    it('clamps scores outside the range of the link', () => {
      expect(loss.inverseLink(Infinity)).toBe(1);
      expect(loss.inverseLink(-Infinity)).toBe(0);
      if (name === 'squared') expect([loss.inverseLink(3), loss.inverseLink(-3)]).toEqual([1, 0]);
      if (name === 'lsif' || name === 'kliep') expect(loss.inverseLink(-0.4)).toBe(0);
    });

    it('ratio → threshold → ratio for any π, the ends included', () => {
      fc.assert(
        fc.property(between(0.01, 0.99), between(1e-3, 1e3), (pi, ratio) => {
          const back = ratioFromScore(loss, pi, thresholdFromRatio(loss, pi, ratio));
          expect(Math.abs(back / ratio - 1)).toBeLessThan(1e-6);
        }),
      );
      for (const pi of [0.1, 0.5, 0.9]) {
        expect(ratioFromScore(loss, pi, thresholdFromRatio(loss, pi, 0))).toBe(0);
        expect(ratioFromScore(loss, pi, thresholdFromRatio(loss, pi, Infinity))).toBe(Infinity);
      }
    });

    it('un-normalised weights with π give back the normalised ratio', () => {
      // Two points: the ratio of the ideal distributions is (w/Z)/(w_e/Z_e).
      const w = [0.9, 0.2];
      const e = [0.4, 0.7];
      const z = (w[0] + w[1]) / 2;
      const ze = (e[0] + e[1]) / 2;
      for (const x of [0, 1]) {
        const score = loss.link(w[x] / (w[x] + e[x]));
        expect(ratioFromScore(loss, z / (z + ze), score)).toBeCloseTo(w[x] / z / (e[x] / ze), 9);
      }
    });
  },
);

it('what is refused, and how', () => {
  expect(() => ratioNamed('hinge')).toThrow(
    'ratio loss "hinge" is unknown. Use one of squared, logistic, lsif, kliep.',
  );
  expect(() => ratioNamed('constructor')).toThrow('is unknown');
  const squared = ratioNamed('squared');
  expect(() => thresholdFromRatio(squared, 0.5, -1)).toThrow(
    'ratio: must be a number from 0, got -1',
  );
  expect(() => thresholdFromRatio(squared, 0.5, Number.NaN)).toThrow('got NaN');
  expect(() => thresholdFromRatio(squared, 1, 1)).toThrow('pi: must lie between 0 and 1, got 1');
});
