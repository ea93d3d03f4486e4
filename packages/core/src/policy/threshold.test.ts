import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcomes } from '../table/outcomes.js';
import { calibrate, MOST_BINS, rateCalibration } from './calibration.js';
import { settingAt, settingForCost, settingForRate, settings } from './threshold.js';

const outcomes = (model: ArrayLike<number>, expert: ArrayLike<number>): Outcomes => ({
  target: 'accuracy',
  model: Float32Array.from(model),
  expert: Float32Array.from(expert),
});
const calibrationOf = (scores: number[], model: number[], expert: number[], weight?: number[]) =>
  calibrate({
    scores: Float32Array.from(scores),
    outcomes: outcomes(model, expert),
    weight,
    inSample: false,
  });

it('with weights knows as how many rows they tell, in whatever unit weights are', () => {
  const [small, large] = [0.001, 1000].map((unit) =>
    calibrationOf([1, 2, 3, 4], [0, 1, 0, 1], [1, 1, 1, 0], [unit, unit, 3 * unit, 3 * unit]),
  );
  expect(small.effectiveRows).toBeCloseTo(64 / 20, 9);
  expect(large.effectiveRows).toBeCloseTo(64 / 20, 9);
  expect(four.effectiveRows).toBeUndefined();
});

const SCORES = [0.25, 0.5, 0.5, 0.75];
const four = calibrationOf(SCORES, [0, 1, 0, 1], [1, 1, 1, 0]);

const rows = fc.array(
  fc.record({
    score: fc.integer({ min: -4, max: 4 }).map((n) => n / 4),
    model: fc.integer({ min: 0, max: 1 }),
    expert: fc.integer({ min: 0, max: 1 }),
  }),
  { minLength: 1, maxLength: 30 },
);
type Rows = { score: number; model: number; expert: number }[];
const calibrationFrom = (data: Rows) =>
  calibrationOf(
    data.map(({ score }) => score),
    data.map(({ model }) => model),
    data.map(({ expert }) => expert),
  );
/** What a threshold really does to the rows. */
function effect(data: Rows, threshold: number) {
  const handed = data.filter(({ score }) => score <= threshold);
  const kept = data.filter(({ score }) => score > threshold);
  const right =
    handed.reduce((sum, { expert }) => sum + expert, 0) +
    kept.reduce((sum, { model }) => sum + model, 0);
  return { rate: handed.length / data.length, value: right / data.length };
}

describe('thresholds', () => {
  it('lie midway between neighbouring distinct scores, with ±∞ at the ends', () => {
    expect([...settings(four)].map(({ threshold }) => threshold)).toEqual([
      -Infinity,
      0.375,
      0.625,
      Infinity,
    ]);
    expect([...settings(four)].map(({ rate }) => rate)).toEqual([0, 0.25, 0.75, 1]);
    expect([...settings(four)].map(({ value }) => value)).toEqual([0.5, 0.75, 1, 0.75]);
  });

  it('every setting does on the rows what it says', () => {
    fc.assert(
      fc.property(rows, (data) => {
        for (const { threshold, rate, value } of settings(calibrationFrom(data))) {
          const truth = effect(data, threshold);
          expect(rate).toBeCloseTo(truth.rate, 12);
          expect(value).toBeCloseTo(truth.value, 12);
        }
      }),
    );
  });

  it('for a rate: the nearest reachable, the lower of two equally near', () => {
    const at = (rate: number) => settingForRate(four, rate).threshold;
    expect([0, 0.1, 0.25, 0.4].map(at)).toEqual([-Infinity, -Infinity, 0.375, 0.375]);
    expect(at(0.125)).toBe(-Infinity); // as near to 0 as to 0.25
    expect(at(0.5)).toBe(0.375); // as near to 0.25 as to 0.75
    expect([0.6, 0.87, 0.88, 1].map(at)).toEqual([0.625, 0.625, Infinity, Infinity]);
  });

  it.each([
    [3, 0.5, 1],
    [6, 0.25, 1],
    [10, 0.55, 5],
    [10, 0.65, 6],
  ])('of %i rows, %d lies between two rates: rounding must not choose the higher', (n, rate, k) => {
    const ones = Array<number>(n).fill(1);
    const distinct = calibrationOf([...Array(n).keys()], ones, ones);
    expect(settingForRate(distinct, rate).rate).toBe(k / n);
  });

  it('for a rate, by brute force', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 60 }), (data, sixtieths) => {
        const rate = sixtieths / 60;
        const { threshold, rate: reached } = settingForRate(calibrationFrom(data), rate);
        const reachable = [-Infinity, ...data.map(({ score }) => score)].map(
          (score) => effect(data, score).rate,
        );
        const nearest = Math.min(...reachable.map((other) => Math.abs(other - rate)));
        expect(Math.abs(reached - rate)).toBeCloseTo(nearest, 9);
        // No lower rate is as near.
        for (const other of reachable)
          if (other < reached - 1e-9)
            expect(Math.abs(other - rate)).toBeGreaterThan(nearest + 1e-10);
        expect(effect(data, threshold).rate).toBeCloseTo(reached, 12);
      }),
    );
  });

  it('for a cost: the least error + c · rate, the lower rate on a tie, by brute force', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 20 }), (data, twentieths) => {
        const cost = twentieths / 20;
        const objective = (threshold: number) => {
          const { rate, value } = effect(data, threshold);
          return 1 - value + cost * rate;
        };
        const found = settingForCost(calibrationFrom(data), cost);
        const all = [-Infinity, ...data.map(({ score }) => score)];
        const least = Math.min(...all.map(objective));
        expect(objective(found.threshold)).toBeCloseTo(least, 9);
        for (const threshold of all)
          if (effect(data, threshold).rate < found.rate - 1e-9)
            expect(objective(threshold)).toBeGreaterThan(least + 1e-10);
      }),
    );
    expect(settingForCost(four, 0.05).threshold).toBe(0.625);
    expect(settingForCost(four, 10).threshold).toBe(-Infinity);
  });

  it('at a given threshold: what the calibration rows do there', () => {
    expect(settingAt(four, 0.5)).toEqual({ threshold: 0.5, rate: 0.25, value: 0.75 });
    expect(settingAt(four, -5)).toEqual({ threshold: -5, rate: 0, value: 0.5 });
    expect(settingAt(four, Infinity).rate).toBe(1);
  });

  it.each([
    [
      () => settingForRate(four, 20),
      'rate: must lie between 0 and 1, got 20 instead. For 20 % write 0.2.',
    ],
    [() => settingForRate(four, Number.NaN), 'rate: must lie between 0 and 1, got NaN'],
    [() => settingForCost(four, -1), 'cost: must be a number from 0, got -1'],
    [() => settingForCost(four, Infinity), 'cost: must be a number from 0, got Infinity'],
  ])('refused: %s', (call, message) => {
    expect(call).toThrow(message);
  });
});

describe('calibration', () => {
  it('weights count as rows', () => {
    const weighted = calibrationOf([1, 2, 3], [0, 1, 1], [1, 1, 0], [2, 1, 1]);
    const repeated = calibrationOf([1, 1, 2, 3], [0, 0, 1, 1], [1, 1, 1, 0]);
    // As many rows in weight, though fewer told it.
    expect(weighted).toEqual({ ...repeated, effectiveRows: 16 / 6 });
  });

  it('leaves out rows whose expert was not asked', () => {
    const gaps = calibrationOf([1, 2, 3], [0, 1, 1], [1, Number.NaN, 0]);
    expect(gaps).toEqual(calibrationOf([1, 3], [0, 1], [1, 0]));
  });

  it('adds up costs where there are any', () => {
    const { bins } = calibrate({
      scores: Float32Array.of(2, 1, 1),
      outcomes: outcomes([1, 1, 1], [1, 1, 1]),
      modelCost: [1, 2, 3],
      expertCost: [10, 20, 30],
      inSample: true,
    });
    expect(bins.map(({ modelCost }) => modelCost)).toEqual([5, 1]);
    expect(bins.map(({ expertCost }) => expertCost)).toEqual([50, 10]);
  });

  it('is exact up to 4,096 distinct scores, and merges neighbours beyond', () => {
    const scores = (n: number) => Float32Array.from({ length: n }, (_, i) => ((i * 7919) % n) / n);
    const right = (n: number) => Float32Array.from({ length: n }, (_, i) => i % 2);
    const made = (n: number) =>
      calibrate({ scores: scores(n), outcomes: outcomes(right(n), right(n)), inSample: false });
    expect(made(MOST_BINS).bins).toHaveLength(MOST_BINS);
    const n = 10_007;
    const { bins, rows: total } = made(n);
    expect(bins.length).toBeLessThanOrEqual(MOST_BINS);
    expect(bins.length).toBeGreaterThan(MOST_BINS / 2);
    expect(total).toBe(n);
    expect(bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(n);
    expect(Math.max(...bins.map((bin) => bin.rows))).toBeLessThanOrEqual(4);
    // Every edge still separates the scores it says it does.
    let below = 0;
    const sorted = scores(n).sort();
    for (const { edge, rows: count } of bins) {
      below += count;
      expect(sorted[below - 1]).toBeLessThanOrEqual(edge);
      if (below < n) expect(sorted[below]).toBeGreaterThan(edge);
    }
  });

  it('a rate on traffic needs scores alone', () => {
    const calibration = rateCalibration(Float32Array.of(3, 1, 2, 4));
    expect(settingForRate(calibration, 0.5)).toMatchObject({ threshold: 2.5, rate: 0.5 });
  });

  it('refuses rows that say nothing', () => {
    expect(() => calibrationOf([1], [1], [Number.NaN])).toThrow(
      "calibration: no row has both a score and an expert's answer.",
    );
    expect(() => calibrationOf([1], [1], [1], [0])).toThrow(
      'calibration: the weights of the rows sum to 0.',
    );
    expect(() => calibrationOf([1, Number.NaN], [1, 1], [1, 1])).toThrow('is not a number');
  });
});
