import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deferralCurve } from '../curve/curve.js';
import { augrc } from './augrc.js';
import { aurc } from './aurc.js';
import { balancedAccuracy } from './balanced-accuracy.js';
import { brierScore } from './brier.js';
import { expectedCalibrationError } from './expected-calibration-error.js';
import { ratesForGain } from './rate-for-gain.js';
import { recallPerClass } from './recall.js';

describe('expected calibration error', () => {
  it('hand-computed: two bins of two', () => {
    const { error, bins } = expectedCalibrationError([0.9, 0.6, 0.8, 0.7], [1, 1, 0, 0], 2);
    // {0.6, 0.7}: confidence 0.65, accuracy 0.5; {0.8, 0.9}: 0.85 against 0.5.
    expect(bins.map(({ rows, accuracy }) => [rows, accuracy])).toEqual([
      [2, 0.5],
      [2, 0.5],
    ]);
    expect(error).toBeCloseTo((0.15 + 0.35) / 2, 12);
  });

  it('never cuts ties, goes on at the next edge, and keeps every row', () => {
    const { bins } = expectedCalibrationError(
      [1, 1, 1, 1, 1, 0.5, 0.4, 0.3],
      new Array(8).fill(1),
      4,
    );
    expect(bins.map(({ rows }) => rows)).toEqual([2, 6]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 40 }),
        (values) => {
          const found = expectedCalibrationError(values, values, 7);
          expect(found.bins.reduce((sum, { rows }) => sum + rows, 0)).toBe(values.length);
          expect(found.error).toBeCloseTo(0, 12);
        },
      ),
    );
  });
});

describe('weights of rows', () => {
  it('a row of weight w is w rows, and one of weight 0 is none', () => {
    const confidence = [0.9, 0.6, 0.8, 0.7, 0.55];
    const right = [1, 1, 0, 0, 0];
    const weight = [2, 1, 1, 2, 0];
    const rows = [0, 0, 1, 2, 3, 3];
    const a = expectedCalibrationError(confidence, right, 2, weight);
    const b = expectedCalibrationError(
      rows.map((i) => confidence[i]),
      rows.map((i) => right[i]),
      2,
    );
    // {0.6, 0.7, 0.7}: confidence 2/3, accuracy 1/3; {0.8, 0.9, 0.9}: 2.6/3 against 2/3.
    expect(a.error).toBeCloseTo((1 / 3 + 0.6 / 3) / 2, 12);
    expect(a.error).toBeCloseTo(b.error, 12);
    expect(a.bins.map(({ rows, accuracy }) => [rows, accuracy])).toEqual([
      [2, expect.closeTo(1 / 3, 12)],
      [2, expect.closeTo(2 / 3, 12)],
    ]);
    expect(brierScore([0.7, 0.3, 0, 1], [0, 0], 2, [3, 1])).toBeCloseTo((3 * 0.18 + 2) / 4, 12);
  });
});

describe('Brier score', () => {
  it('hand-computed', () => {
    expect(brierScore([0.7, 0.2, 0.1, 0, 1, 0], [0, 0], 3)).toBeCloseTo(
      (0.09 + 0.04 + 0.01 + 2) / 2,
      12,
    );
    expect(() => brierScore([0.5], [0], 2)).toThrow('expected 2');
  });
});

describe('AURC and AUGRC', () => {
  it('hand-computed on three rows', () => {
    // Trusted first: loss 0, then 1, then 0. Risks 0, 1/2, 1/3.
    expect(aurc([0.9, 0.5, 0.1], [0, 1, 0])).toBeCloseTo((0 + 1 / 2 + 1 / 3) / 3, 12);
    // Generalised risks 0, 0, 1/3, 1/3 at coverages 0, 1/3, 2/3, 1.
    expect(augrc([0.9, 0.5, 0.1], [0, 1, 0])).toBeCloseTo((0 + 1 / 6 + 1 / 3) / 3, 12);
  });

  it('weights: hand-computed, and equal ones change nothing', () => {
    const [scores, losses] = [
      [0.9, 0.5, 0.1],
      [0, 1, 0],
    ];
    // Weights accepted 1, 4, 6; losses 0, 3, 3.
    expect(aurc(scores, losses, [1, 3, 2])).toBeCloseTo(
      (1 * 0 + 3 * (3 / 4) + 2 * (3 / 6)) / 6,
      12,
    );
    expect(augrc(scores, losses, [1, 3, 2])).toBeCloseTo((3 * (1.5 / 6) + 2 * (3 / 6)) / 6, 12);
    // A row that weighs nothing is no row.
    expect(aurc([2, ...scores], [1, ...losses], [0, 1, 3, 2])).toBeCloseTo(3.25 / 6, 12);
    const tied = [3, 2, 2, 2, 1];
    for (const metric of [aurc, augrc])
      expect(metric(tied, [0, 1, 0, 0.5, 1], [2, 2, 2, 2, 2])).toBeCloseTo(
        metric(tied, [0, 1, 0, 0.5, 1]),
        12,
      );
  });

  it('ties are the mean over all orders', () => {
    const permutations = (items: number[]): number[][] =>
      items.length < 2
        ? [items]
        : items.flatMap((item, i) =>
            permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]),
          );
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ score: fc.integer({ min: 0, max: 2 }), loss: fc.constantFrom(0, 0.5, 1) }),
          {
            minLength: 1,
            maxLength: 5,
          },
        ),
        (rows) => {
          const scores = rows.map(({ score }) => score);
          const losses = rows.map(({ loss }) => loss);
          const orders = permutations(rows.map((_, i) => i));
          for (const metric of [aurc, augrc]) {
            // A tiny addition breaks each tie one way; all ways are equally likely.
            const mean = orders
              .map((order) =>
                metric(
                  scores.map((score, i) => score + 1e-6 * order[i]),
                  losses,
                ),
              )
              .reduce((sum, value) => sum + value / orders.length, 0);
            expect(metric(scores, losses)).toBeCloseTo(mean, 9);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('rates for a share of the reachable gain', () => {
  it('hand-computed: a rise of two rows in four, then a fall', () => {
    const curve = deferralCurve([1, 2, 3, 4], [0, 0, 1, 1], [1, 1, 1, 0]);
    // Accuracy ½, ¾, 1, 1, ¾: half of the gain at ¼, 80 % at 0.4, 95 % at 0.475.
    expect(ratesForGain(curve).map(({ rate }) => rate)).toEqual(
      [0.25, 0.4, 0.475].map((rate) => expect.closeTo(rate, 12)),
    );
    const falling = deferralCurve([1, 2], [1, 1], [0, 1]);
    expect(ratesForGain(falling, [0.5])).toEqual([{ share: 0.5, rate: null }]);
  });
});

describe('recall and balanced accuracy', () => {
  it('hand-computed, with a class that does not occur and with weights', () => {
    const labels = [0, 0, 0, 1];
    expect(recallPerClass(labels, [1, 1, 0, 0.5], 3)).toEqual([
      expect.closeTo(2 / 3, 12),
      0.5,
      null,
    ]);
    expect(balancedAccuracy(labels, [1, 1, 0, 0.5], 3)).toBeCloseTo((2 / 3 + 1 / 2) / 2, 12);
    expect(recallPerClass(labels, [1, 1, 0, 1], 2, [1, 1, 2, 1])).toEqual([0.5, 1]);
    expect(() => recallPerClass([5], [1], 3)).toThrow('found the label 5');
  });
});
