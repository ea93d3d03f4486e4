import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { band } from './band.js';
import { bootstrapCurves } from './bootstrap.js';
import { gainIntervalsAt, pointwiseBand, simultaneousBand } from './widened-band.js';

function world(rows: number, disagree: number, seed: number) {
  const random = stream(seed, 'widened band');
  const scores = Float64Array.from({ length: rows }, () => random.uniform());
  const modelValue = scores.map(() => (random.uniform() < 1 - disagree ? 1 : 0));
  const expertValue = scores.map(() => (random.uniform() < 1 - disagree ? 1 : 0));
  const rates = [0.02, 0.05, 0.1, 0.3, 0.6];
  const replicates = bootstrapCurves({
    modelValue,
    expertValue,
    methods: [{ name: 'm', scores: [scores] }],
    rates,
    resamples: 300,
    seed,
  });
  const rowsOf = { modelValue, expertValue };
  return {
    plain: band(replicates, 'm', 'model'),
    at: gainIntervalsAt(rowsOf, [scores], rates, 'model'),
    rates,
  };
}

describe('bands are widened to the interval of a gain', () => {
  it('where nothing disagrees the band is not a line', () => {
    const { plain, at } = world(200, 0, 1);
    expect(plain.upper[0] - plain.lower[0]).toBe(0);
    const { lower, upper, kind } = pointwiseBand(plain, at);
    expect(kind).toBe('pointwise');
    expect(upper[0] - lower[0]).toBeGreaterThan(0.02);
  });

  it('is never narrower than either, and simultaneous is never narrower than pointwise', () => {
    for (const disagree of [0.01, 0.1, 0.3]) {
      const { plain, at, rates } = world(500, disagree, 2);
      const [one, all] = [pointwiseBand(plain, at), simultaneousBand(plain, at)];
      expect(all.kind).toBe('simultaneous');
      rates.forEach((_, k) => {
        const own = at(k, 0.95);
        expect(one.lower[k]).toBe(Math.min(plain.lower[k], own.lower));
        expect(one.upper[k]).toBe(Math.max(plain.upper[k], own.upper));
        expect(all.lower[k]).toBeLessThanOrEqual(one.lower[k]);
        expect(all.upper[k]).toBeGreaterThanOrEqual(one.upper[k]);
        expect(all.lower[k]).toBeLessThanOrEqual(plain.simultaneousLower[k]);
      });
    }
  });

  it('leaves a band alone that is about no gain', () => {
    const { plain } = world(500, 0.1, 3);
    expect(simultaneousBand(plain).lower).toEqual(plain.simultaneousLower);
    expect(pointwiseBand(plain).upper).toEqual(plain.upper);
  });
});
