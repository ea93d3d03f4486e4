import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { band } from './band.js';
import { bootstrapCurves } from './bootstrap.js';
import { deferredAtRate } from './deferred-rows.js';
import { meanInterval, weightedMean } from './gain-interval.js';
import {
  gainIntervalsAt,
  pointwiseBand,
  simultaneousBand,
  valueIntervalsAt,
} from './widened-band.js';

function world(rows: number, disagree: number, seed: number) {
  const random = stream(seed, 'widened band');
  const scores = Float64Array.from({ length: rows }, () => random.uniform());
  const modelValue = scores.map(() => (random.uniform() < 1 - disagree ? 1 : 0));
  const expertValue = scores.map(() => (random.uniform() < 1 - disagree ? 1 : 0));
  const rates = [0.02, 0.05, 0.1, 0.3, 0.6];
  const replicates = bootstrapCurves(
    { modelValue, expertValue, methods: [{ name: 'm', scores: [scores] }], rates },
    { resamples: 300, seed },
  );
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

describe('bands of an accuracy', () => {
  it('are no line where every answer is right, and stay between 0 and 1', () => {
    const scores = Float64Array.from({ length: 100 }, (_, i) => i);
    const right = new Float64Array(100).fill(1);
    const rows = { modelValue: right, expertValue: right };
    const methods = [{ name: 'm', scores: [scores] }];
    const replicates = bootstrapCurves({ ...rows, methods, rates: [0, 0.5] }, { resamples: 50 });
    const plain = band(replicates, 'm');
    expect(plain.simultaneousLower).toEqual([1, 1]);
    const at = valueIntervalsAt(rows, [scores], [0, 0.5], [0, 1]);
    const { lower, upper } = simultaneousBand(plain, at);
    for (const end of lower) expect(end).toBeLessThan(0.98);
    expect(upper).toEqual([1, 1]);
  });

  it('follow the formula of every mean, one right and one wrong answer pretended', () => {
    // 20 rows; the lowest 5 are handed over: 12 of the kept are right, 4 of the handed over.
    const scores = Array.from({ length: 20 }, (_, i) => i);
    const modelValue = scores.map((i) => (i >= 8 ? 1 : 0));
    const expertValue = scores.map((i) => (i < 4 ? 1 : 0));
    const rows = { modelValue, expertValue };
    const found = valueIntervalsAt(rows, [scores], [0.25], [0, 1])(0, 0.95);
    expect(found.estimate).toBeCloseTo(16 / 20, 12);
    expect(found.centre).toBeCloseTo(17 / 22, 12);
    // Student's t with 19 degrees of freedom; a row's residual counts as if it were left out.
    const spread = (16 * (5 / 22) ** 2 + 4 * (17 / 22) ** 2) * (22 / 21) ** 2 * (19 / 20);
    const error = Math.sqrt(spread + (5 / 22) ** 2 + (17 / 22) ** 2) / 22;
    expect(found.standardError).toBeCloseTo(error, 12);
    expect(found.lower).toBeCloseTo(17 / 22 - 2.093024 * error, 6);
    // In another unit, and the other way round, it is the same.
    const euros = {
      modelValue: modelValue.map((v) => 40 * (1 - v) + 2),
      expertValue: expertValue.map((v) => 40 * (1 - v) + 2),
    };
    const cost = valueIntervalsAt(euros, [scores], [0.25], [2, 42])(0, 0.95);
    expect(cost.upper).toBeCloseTo(2 + 40 * (1 - found.lower), 9);
  });

  it.each([
    ['right or wrong', 2, false],
    ['losses, weights', 1000, true],
  ])(
    'are to the bit what all rows of all seeds give, one after the other: %s',
    (_, values, weighed) => {
      const random = stream(values, 'rows of an interval');
      const column = (below: number) =>
        Float64Array.from({ length: 300 }, () => random.below(below));
      const [modelValue, expertValue] = [column(values), column(values)];
      const weight = weighed ? column(5) : undefined;
      const scores = [400, 400, 7].map(column); // mostly different, and with many ties
      const rates = [0, 0.07, 0.333, 1];
      const at = valueIntervalsAt({ modelValue, expertValue, weight }, scores, rates, [
        0,
        values - 1,
      ]);
      const half = (values - 1) / 2;
      rates.forEach((rate, k) => {
        const own = scores.map((vector) =>
          deferredAtRate(vector, rate, weight).map(
            (share, i) => (modelValue[i] + share * (expertValue[i] - modelValue[i]) - half) / half,
          ),
        );
        const means = own[0].map((_, i) => own.reduce((sum, list) => sum + list[i] / 3, 0));
        const ofSeeds = own.map((list) => weightedMean(list, weight));
        const { lower, upper } = meanInterval({ values: means, weight, ofSeeds }, 0.9);
        expect(at(k, 0.9).lower).toBe(half + half * lower);
        expect(at(k, 0.9).upper).toBe(half + half * upper);
      });
    },
  );
});
