import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankScores } from '../curve/ranked-scores.js';
import { InputError } from '../error.js';
import { stream } from '../random/stream.js';
import { band, difference, quantile } from './band.js';
import { bootstrapCurves } from './bootstrap.js';
import { addGains } from './sorted-curve.js';

/** The definition, the slow way: each row is a block of width w; a tied group is one long block. */
function plainGain(scores: number[], difference: number[], weight: number[], rate: number): number {
  const total = weight.reduce((sum, w) => sum + w, 0);
  let left = rate * total;
  let gain = 0;
  for (const score of [...new Set(scores)].sort((a, b) => a - b)) {
    const rows = scores.flatMap((s, i) => (s === score ? [i] : []));
    const size = rows.reduce((sum, i) => sum + weight[i], 0);
    const part = size > 0 ? Math.min(1, left / size) : 0;
    for (const i of rows) gain += part * weight[i] * difference[i];
    left = Math.max(0, left - size);
  }
  return gain / total;
}

const row = fc.record({
  score: fc.integer({ min: 0, max: 4 }),
  difference: fc.constantFrom(-1, 0, 0.5, 1),
  weight: fc.constantFrom(0, 1, 2, 3),
});

describe('the curve of weighted rows in one pass', () => {
  it('agrees with the definition at every rate, ties and rows of weight 0 included', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
        rows.push({ score: 9, difference: 1, weight: 1 });
        const scores = rows.map((r) => r.score);
        const weight = rows.map((r): number => r.weight);
        const differences = rows.map((r) => r.difference);
        const sorted = rankScores(scores);
        const rates = [0, 0.1, 0.25, 0.5, 0.77, 1];
        const into = new Float64Array(rates.length + 1);
        addGains(
          sorted,
          Float64Array.from(sorted.order, (i) => differences[i]),
          Float64Array.from(weight),
          weight.reduce((sum, w) => sum + w, 0),
          Float64Array.from(rates),
          1,
          into,
        );
        rates.forEach((rate, k) => {
          expect(into[k]).toBeCloseTo(plainGain(scores, differences, weight, rate), 12);
        });
        let area = 0;
        const steps = 4000;
        for (let k = 0; k < steps; k++) {
          area += plainGain(scores, differences, weight, (k + 0.5) / steps) / steps;
        }
        expect(into[rates.length]).toBeCloseTo(area, 3);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses NaN', () => {
    expect(() => rankScores([0, NaN])).toThrow(InputError);
  });
});

/** Score uniform on [0, 1]; the model is right with probability u, the expert with 0.7. */
function world(n: number, seed: number) {
  const random = stream(seed, 'world');
  const scores = new Float64Array(n);
  const modelValue = new Float64Array(n);
  const expertValue = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    scores[i] = random.uniform();
    modelValue[i] = random.uniform() < scores[i] ? 1 : 0;
    expertValue[i] = random.uniform() < 0.7 ? 1 : 0;
  }
  return { scores, modelValue, expertValue };
}
/** ½ + ∫₀^ρ (0.7 − u) du. */
const truth = (rate: number) => 0.5 + 0.7 * rate - (rate * rate) / 2;

describe('paired bootstrap', () => {
  it('has the standard error that enumerating all 4⁴ resamples gives', () => {
    const scores = [0.1, 0.2, 0.2, 0.9];
    const modelValue = [0, 1, 0, 1];
    const expertValue = [1, 0, 1, 1];
    const rates = [0.3, 0.6];
    const exact = rates.map((rate) => {
      const values: number[] = [];
      for (let code = 0; code < 256; code++) {
        const weight = [0, 0, 0, 0];
        for (let j = 0; j < 4; j++) weight[(code >> (2 * j)) & 3]++;
        const model = weight.reduce((sum, w, i) => sum + (w * modelValue[i]) / 4, 0);
        const differences = modelValue.map((m, i) => expertValue[i] - m);
        values.push(model + plainGain(scores, differences, weight, rate));
      }
      const mean = values.reduce((sum, v) => sum + v / 256, 0);
      return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2 / 256, 0));
    });
    const replicates = bootstrapCurves(
      { modelValue, expertValue, methods: [{ name: 'a', scores: [scores] }], rates },
      { resamples: 40_000 },
    );
    const { standardError, estimate } = band(replicates, 'a');
    expect(standardError[0]).toBeCloseTo(exact[0], 2);
    expect(standardError[1]).toBeCloseTo(exact[1], 2);
    // 1.2 rows: all of row 0 (+1), a fifth of a row out of the tied pair whose sum is −1 + 1.
    expect(estimate[0]).toBeCloseTo(0.5 + 1 / 4, 12);
  });

  it('gives constants their binomial error and exact lines', () => {
    const { scores, modelValue, expertValue } = world(900, 1);
    const replicates = bootstrapCurves(
      { modelValue, expertValue, methods: [{ name: 'a', scores: [scores] }], rates: [0.2, 0.5] },
      { resamples: 4000 },
    );
    const model = band(replicates, 'model');
    const p = model.estimate[0];
    expect(model.standardError[0] / Math.sqrt((p * (1 - p)) / 900)).toBeCloseTo(1, 1);
    const { estimate, draws } = difference(replicates, 'random', 'model');
    const full = difference(replicates, 'expert', 'model');
    expect(estimate[0]).toBeCloseTo(0.2 * full.estimate[0], 12);
    for (let b = 0; b < 50; b++) expect(draws[3 * b + 1]).toBeCloseTo(0.5 * full.draws[3 * b], 12);
  });

  it('draws clusters whole: doubling every row inside its cluster changes nothing', () => {
    const { scores, modelValue, expertValue } = world(200, 2);
    const twice = (column: Float64Array) => Float64Array.from([...column, ...column]);
    const rates = [0.1, 0.4];
    const once = bootstrapCurves(
      {
        modelValue,
        expertValue,
        methods: [{ name: 'a', scores: [scores] }],
        rates,
        clusters: modelValue.map((_, i) => i),
      },
      { seed: 5 },
    );
    const doubled = bootstrapCurves(
      {
        modelValue: twice(modelValue),
        expertValue: twice(expertValue),
        methods: [{ name: 'a', scores: [twice(scores)] }],
        rates,
        clusters: Array.from({ length: 400 }, (_, i) => i % 200),
      },
      { seed: 5 },
    );
    const [a, b] = [band(once, 'a', 'model'), band(doubled, 'a', 'model')];
    a.lower.forEach((value, k) => {
      expect(b.lower[k]).toBeCloseTo(value, 12);
    });
    expect(b.critical).toBeCloseTo(a.critical, 9);
  });

  it('pairs: identical methods differ by exactly nothing; seeds add their own spread', () => {
    const { scores, modelValue, expertValue } = world(300, 3);
    const noisy = [0, 1, 2, 3].map((seed) => {
      const random = stream(seed, 'noise');
      return scores.map((score) => score + random.uniform());
    });
    const replicates = bootstrapCurves({
      modelValue,
      expertValue,
      methods: [
        { name: 'a', scores: noisy },
        { name: 'b', scores: noisy },
        { name: 'first', scores: [noisy[0]] },
      ],
      rates: [0.2, 0.5],
    });
    const same = band(replicates, 'a', 'b');
    expect([...same.simultaneousLower, ...same.simultaneousUpper]).toEqual([0, 0, 0, 0]);
    // The mean over seeds minus one of them moves with the rows and with the seeds drawn.
    expect(band(replicates, 'a', 'first').standardError[0]).toBeGreaterThan(0);
    const mean = noisy.map(
      (vector) =>
        bootstrapCurves(
          { modelValue, expertValue, methods: [{ name: 'x', scores: [vector] }], rates: [0.2] },
          { resamples: 2 },
        ).estimate.get('x')![0],
    );
    expect(band(replicates, 'a').estimate[0]).toBeCloseTo(
      mean.reduce((sum, value) => sum + value / 4, 0),
      12,
    );
  });

  it('covers: pointwise and over all rates at once, near 95 % of 300 worlds', () => {
    const rates = [0.1, 0.3, 0.5, 0.7, 0.9];
    let pointwise = 0;
    let all = 0;
    const worlds = 300;
    for (let seed = 0; seed < worlds; seed++) {
      const { scores, modelValue, expertValue } = world(250, 100 + seed);
      const replicates = bootstrapCurves(
        { modelValue, expertValue, methods: [{ name: 'a', scores: [scores] }], rates },
        { resamples: 300, seed },
      );
      const found = band(replicates, 'a', 'random');
      const inside = (lower: readonly number[], upper: readonly number[], k: number) => {
        const gain = truth(rates[k]) - (0.5 + 0.2 * rates[k]);
        return lower[k] <= gain && gain <= upper[k];
      };
      if (inside(found.lower, found.upper, 2)) pointwise++;
      if (rates.every((_, k) => inside(found.simultaneousLower, found.simultaneousUpper, k))) all++;
    }
    // 95 % ± 4 standard errors of a binomial share over 300 worlds.
    expect(Math.abs(pointwise / worlds - 0.95)).toBeLessThan(0.05);
    expect(Math.abs(all / worlds - 0.95)).toBeLessThan(0.05);
  });

  it('is the same for the same seed and another for another', () => {
    const { scores, modelValue, expertValue } = world(100, 4);
    const run = (seed: number) =>
      band(
        bootstrapCurves(
          { modelValue, expertValue, methods: [{ name: 'a', scores: [scores] }], rates: [0.5] },
          { seed },
        ),
        'a',
      );
    expect(run(1)).toEqual(run(1));
    expect(run(1).standardError).not.toEqual(run(2).standardError);
  });

  it('tells how far it is', () => {
    const { scores, modelValue, expertValue } = world(50, 1);
    const told: number[] = [];
    bootstrapCurves(
      { ...{ modelValue, expertValue, methods: [{ name: 'a', scores: [scores] }], rates: [0.5] } },
      { resamples: 4, onProgress: (done) => told.push(done) },
    );
    expect(told).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('refuses what it cannot use, with numbers', () => {
    const base = { modelValue: [0, 1], expertValue: [1, 1], rates: [0.5] };
    expect(() => bootstrapCurves({ ...base, methods: [{ name: 'a', scores: [[1]] }] })).toThrow(
      'bootstrap, a: found 1 rows, expected 2.',
    );
    expect(() =>
      bootstrapCurves({ ...base, methods: [{ name: 'random', scores: [[1, 2]] }] }),
    ).toThrow(InputError);
    expect(() => bootstrapCurves({ ...base, rates: [0.5, 0.5], methods: [] })).toThrow(InputError);
    expect(() => band(bootstrapCurves({ ...base, methods: [] }), 'b')).toThrow('no method b');
  });

  it('quantile takes the ⌈p(B+1)⌉-th', () => {
    const values = Float64Array.from({ length: 19 }, (_, i) => 19 - i);
    expect(quantile(values, 0.95)).toBe(19);
    expect(quantile(values, 0.9)).toBe(18);
    expect(quantile(values, 0.5)).toBe(10);
  });

  it('quantile is where sorting would put it, ties and infinities among them', () => {
    const random = stream(5, 'numbers');
    for (let length = 1; length < 200; length++) {
      const values = Float64Array.from({ length }, () =>
        random.below(9) === 0 ? Infinity : random.below(20) - 10,
      );
      const [before, sorted] = [values.slice(), values.slice().sort()];
      for (const p of [0, 0.01, 0.3, 0.5, 0.95, 1]) {
        const place = Math.min(length, Math.max(1, Math.ceil(p * (length + 1))));
        expect(quantile(values, p)).toBe(sorted[place - 1]);
      }
      expect(values).toEqual(before);
    }
  });
});
