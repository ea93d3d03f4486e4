import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LossSample } from '../loss/loss-sample.js';
import type { Table } from '../table/table.js';
import { marginalSampleWeights } from './marginal.js';
import { normalisedWeights } from './normaliser.js';
import { divergenceNamed } from './registry.js';
import { idealWeights, klWeight, marginalWeight } from './weights.js';

const NAMES = ['kl', 'chi2', 'hellinger', 'js', 'alpha0.5', 'alpha1.5', 'alpha3'];
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const losses = fc.array(between(0, 3), { minLength: 2, maxLength: 8 });
const gamma = between(0.05, 5);
const sampleOf = (values: number[]): LossSample => ({
  rows: values.length,
  atoms: 1,
  losses: Float64Array.from(values),
});
const mean = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

describe.each(NAMES)('divergence %s', (name) => {
  const divergence = divergenceNamed(name);

  it('φ(1) = 0 is its least value', () => {
    expect(divergence.generator(1)).toBeCloseTo(0, 14);
    fc.assert(
      fc.property(between(0, 20), (x) => {
        expect(divergence.generator(x)).toBeGreaterThanOrEqual(-1e-12);
      }),
    );
    expect(Number.isFinite(divergence.generator(0))).toBe(true);
  });

  it("(φ*)'(t) is where x·t − φ(x) is largest over x ≥ 0", () => {
    const last = Math.min(2, divergence.end - 0.05);
    fc.assert(
      fc.property(between(-4, last), (t) => {
        const slope = divergence.conjugateSlope(t);
        const objective = (x: number) => x * t - divergence.generator(x);
        const at = objective(slope);
        // A concave function: no better point nearby means no better point at all.
        for (const step of [1e-4, 1e-3, 0.01, 0.1, 1]) {
          expect(objective(slope + step)).toBeLessThanOrEqual(at + 1e-12 * (1 + Math.abs(at)));
          if (slope - step >= 0)
            expect(objective(slope - step)).toBeLessThanOrEqual(at + 1e-12 * (1 + Math.abs(at)));
        }
      }),
    );
    expect(divergence.conjugateSlope(0)).toBeCloseTo(1, 14);
  });

  it('reaches weight 0 exactly where it says so', () => {
    expect(divergence.conjugateSlope(-50) === 0).toBe(divergence.reachesZero);
  });

  it('the solved b gives weights of mean 1, falling in the loss', () => {
    fc.assert(
      fc.property(losses, gamma, (values, g) => {
        const weights = normalisedWeights(values, undefined, g, divergence);
        expect(mean(weights)).toBeCloseTo(1, 9);
        for (let i = 0; i < values.length; i++) {
          expect(weights[i]).toBeGreaterThanOrEqual(0);
          for (let j = 0; j < values.length; j++)
            if (values[i] < values[j])
              expect(weights[i]).toBeGreaterThanOrEqual(weights[j] * (1 - 1e-12));
        }
      }),
    );
  });

  it("one b serves all atoms: φ'(weight) + loss/γ is the same wherever the weight is positive", () => {
    fc.assert(
      fc.property(losses, between(0.3, 5), (values, g) => {
        const weights = normalisedWeights(values, undefined, g, divergence);
        const slope = (x: number) => {
          const h = 1e-5 * x;
          return (divergence.generator(x + h) - divergence.generator(x - h)) / (2 * h);
        };
        const levels = values
          .map((loss, i) => ({ weight: weights[i], level: loss / g + slope(weights[i]) }))
          .filter(({ weight }) => weight > 0.01)
          .map(({ level }) => level);
        expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(1e-4);
      }),
    );
  });

  it('mass 2 is the same as the atom twice; an atom of mass 0 is as if absent', () => {
    fc.assert(
      fc.property(losses, gamma, between(0, 0.9), (values, g, low) => {
        const twice = normalisedWeights([...values, values[0]], undefined, g, divergence);
        const heavy = normalisedWeights(values, [2, ...values.slice(1).fill(1)], g, divergence);
        values.forEach((_, i) => {
          expect(heavy[i]).toBeCloseTo(twice[i], 9);
        });
        // The absent atom has the lowest loss of all: it must not move b.
        const shifted = values.map((value) => value + 1);
        const alone = normalisedWeights(shifted, undefined, g, divergence);
        const beside = normalisedWeights(
          [low, ...shifted],
          [0, ...shifted.map(() => 1)],
          g,
          divergence,
        );
        shifted.forEach((_, i) => {
          expect(beside[i + 1]).toBeCloseTo(alone[i], 9);
        });
        expect(Number.isFinite(beside[0])).toBe(true);
      }),
    );
  });

  it('γ = 0 is uniform on the rows of least loss, γ = ∞ changes nothing', () => {
    expect([...normalisedWeights([1, 0.5, 0.5, 2], undefined, 0, divergence)]).toEqual([
      0, 2, 2, 0,
    ]);
    expect([...normalisedWeights([1, 0.5], [1, 3], 0, divergence)]).toEqual([0, 4 / 3]);
    expect([...normalisedWeights([1, 0.5], undefined, Infinity, divergence)]).toEqual([1, 1]);
    // and both are limits
    const cold = normalisedWeights([1, 0.5, 0.5, 2], undefined, 1e-3, divergence);
    expect(cold[1]).toBeCloseTo(2, name.startsWith('alpha0') || name === 'hellinger' ? 1 : 5);
    const hot = normalisedWeights([1, 0.5, 0.5, 2], undefined, 1e7, divergence);
    for (const weight of hot) expect(weight).toBeCloseTo(1, 5);
  });

  it('equal losses weigh the same, whatever γ', () => {
    expect([...normalisedWeights([0.7, 0.7], undefined, 0.5, divergence)]).toEqual([1, 1]);
  });
});

describe('families meet', () => {
  it('α → 1 is KL, α = 2 at 2γ is χ² at γ', () => {
    fc.assert(
      fc.property(losses, between(0.3, 3), (values, g) => {
        const weigh = (name: string, at = g) =>
          normalisedWeights(values, undefined, at, divergenceNamed(name));
        const [kl, near, half, chi] = [
          weigh('kl'),
          weigh('alpha1.000001'),
          weigh('alpha2', 2 * g),
          weigh('chi2'),
        ];
        values.forEach((_, i) => {
          expect(near[i]).toBeCloseTo(kl[i], 3);
          expect(half[i]).toBeCloseTo(chi[i], 8);
        });
      }),
    );
  });
});

describe('KL weights', () => {
  it('are exp(−ℓ/γ), with γ = 0 the limit', () => {
    expect(klWeight(0.7, 0.5)).toBeCloseTo(Math.exp(-1.4), 14);
    expect([klWeight(0, 0), klWeight(1e-9, 0)]).toEqual([1, 0]);
    expect(klWeight(3, Infinity)).toBe(1);
    fc.assert(
      fc.property(losses, gamma, (values, g) => {
        const { weights, normaliser } = idealWeights(sampleOf(values), g, divergenceNamed('kl'));
        const normalised = normalisedWeights(values, undefined, g, divergenceNamed('kl'));
        expect(normaliser).toBeCloseTo(mean(weights), 12);
        values.forEach((_, i) => {
          expect(weights[i] / normaliser).toBeCloseTo(normalised[i], 9);
        });
      }),
    );
  });

  it('average over the atoms of a row, and Z over the row weights', () => {
    const sample: LossSample = {
      rows: 2,
      atoms: 2,
      losses: Float64Array.of(0, 1, 1, 0),
      mass: Float64Array.of(0.25, 0.75, 0.5, 0.5),
    };
    const e = Math.exp(-2);
    const { weights, normaliser } = idealWeights(sample, 0.5, divergenceNamed('kl'), [3, 1]);
    expect(weights[0]).toBeCloseTo(0.25 + 0.75 * e, 14);
    expect(weights[1]).toBeCloseTo(0.5 + 0.5 * e, 14);
    expect(normaliser).toBeCloseTo((3 * weights[0] + weights[1]) / 4, 14);
  });

  it('marginal weights average the loss first', () => {
    expect(marginalWeight([0.25, 0.75], (y) => 2 * y, 0.5)).toBeCloseTo(Math.exp(-3), 14);
  });

  it('are computed in float64, where float32 would lose them', () => {
    expect(klWeight(13.8, 0.05)).toBeGreaterThan(0);
    expect(Math.fround(klWeight(13.8, 0.05))).toBe(0);
  });
});

describe('marginal weights of votes as the truth', () => {
  const table: Table = {
    rows: 2,
    classes: ['a', 'b'],
    labelVotes: Float32Array.of(3, 1, 0, 4),
    experts: [],
    columns: [],
  };
  const sample: LossSample = {
    rows: 2,
    atoms: 2,
    losses: Float64Array.of(0, 1, 0, 1),
    mass: Float64Array.of(0.75, 0.25, 0, 1),
  };

  it('zero-one: the unbiased series; another loss: exp of the mean', () => {
    // One wrong vote of four at γ = 1: the series stops after 1 − 1/4.
    const series = marginalSampleWeights(sample, 1, 'zeroone', table);
    expect(series.weights[0]).toBeCloseTo(0.75, 12);
    // Four wrong of four: 1 − 1 + ½ − ⅙ + 1/24.
    expect(series.weights[1]).toBeCloseTo(0.375, 12);
    const plain = marginalSampleWeights(sample, 1, 'gce', table);
    expect(plain.weights[0]).toBeCloseTo(Math.exp(-0.25), 12);
    expect(plain.normaliser).toBeCloseTo((Math.exp(-0.25) + Math.exp(-1)) / 2, 12);
  });

  it('counts whole votes: 29 of 100 stay 29, whatever 0.29 · 100 rounds to', () => {
    const hundred: Table = { ...table, rows: 1, labelVotes: Float32Array.of(71, 29) };
    const one: LossSample = {
      rows: 1,
      atoms: 2,
      losses: Float64Array.of(0, 1),
      mass: Float64Array.of(0.71, 0.29),
    };
    let series = 0;
    let term = 1;
    for (let j = 0; j <= 29; j++) {
      series += term; // (−1)^j / j! · C(29, j)/C(100, j)
      term *= (-1 / (j + 1)) * ((29 - j) / (100 - j));
    }
    expect(0.29 * 100).toBeLessThan(29);
    expect(marginalSampleWeights(one, 1, 'zeroone', hundred).weights[0]).toBeCloseTo(series, 12);
  });

  it('the normaliser counts row weights; γ = 0 keeps the faultless', () => {
    const { normaliser } = marginalSampleWeights(sample, 1, 'gce', table, [3, 1]);
    expect(normaliser).toBeCloseTo((3 * Math.exp(-0.25) + Math.exp(-1)) / 4, 12);
    expect([...marginalSampleWeights(sample, 0, 'zeroone', table).weights]).toEqual([0, 0]);
  });
});

describe('what is refused, and how', () => {
  it.each(['rkl', 'reversekl', 'reverse-kl'])('%s, with the reason', (name) => {
    expect(() => divergenceNamed(name)).toThrow(
      /\(reverse KL\) is not offered: its generator is infinite at 0/,
    );
  });
  it.each([
    ['tv', 'divergence "tv" is unknown. Use kl, chi2, hellinger, js or alpha<a>'],
    ['alpha1', 'divergence alpha1: α must be positive and not 1 (that is kl), got 1'],
    ['alpha0', 'α must be positive and not 1 (that is kl), got 0'],
    ['__proto__', 'is unknown'],
  ])('%s', (name, message) => {
    expect(() => divergenceNamed(name)).toThrow(message);
  });
  it('a negative γ, and a sample without weight', () => {
    expect(() => idealWeights(sampleOf([1]), -1, divergenceNamed('kl'))).toThrow(
      'γ: must be 0, a positive number or inf, got -1 instead.',
    );
    expect(() => normalisedWeights([1, 2], [0, 0], 1, divergenceNamed('js'))).toThrow(
      'ideal distribution: no row carries any weight.',
    );
  });
});
