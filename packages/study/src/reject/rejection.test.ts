import { acceptedRows, deferralCurve, stream, valueAt } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { lossesOf, rejection, riskCoverage } from './rejection.js';
import { riskAt } from './risk.js';

const scores = [5, 4, 3, 2, 1];
const right = [1, 0, 1, 1, 0];

describe('rejection', () => {
  it('judges the rows really answered, by their weights', () => {
    // A threshold of its own for a group turned the second most trusted row away.
    const rejected = [0, 1, 0, 0, 1];
    const flat = rejection(scores, [1, 1, 0, 1, 0], 'accuracy', rejected);
    expect([flat.coverage, flat.risk, flat.generalisedRisk]).toEqual([3 / 5, 1 / 3, 1 / 5]);
    const weight = [1, 2, 4, 3, 10];
    const heavy = rejection(scores, [1, 1, 0, 1, 0], 'accuracy', rejected, { weight });
    expect([heavy.coverage, heavy.risk, heavy.generalisedRisk]).toEqual([8 / 20, 4 / 8, 4 / 20]);
    const losses = rejection(scores, [-2, -1, -3, -4, 0], 'loss', rejected, { weight });
    expect([losses.risk, losses.generalisedRisk]).toEqual([26 / 8, 26 / 20]);
  });

  it('weighs areas and curve as repeated rows would, where scores are all different', () => {
    const weight = [2, 1, 1, 3, 1];
    const found = rejection(scores, right, 'accuracy', [0, 0, 0, 0, 0], { weight });
    // Weights accepted 2, 3, 4, 7, 8; wrong 0, 1, 1, 1, 2.
    const steps = [0, 1 / 3, 1 / 4, (3 * 1) / 7, 2 / 8];
    expect(found.aurc).toBeCloseTo(steps.reduce((a, b) => a + b) / 8, 12);
    const heights = [0, 0.5, 1, 3 * 1, 1.5];
    expect(found.augrc).toBeCloseTo(heights.reduce((a, b) => a + b) / 64, 12);
    const risk = (coverage: number) => found.curve.find((at) => at.coverage === coverage)!.risk;
    // Of the last row, of weight 1, a fifth is due at 90 %.
    expect(risk(0.9)).toBeCloseTo(1.2 / 7.2, 12);
    expect([risk(0.1), risk(0.5), risk(1)]).toEqual([0, 1 / 4, 2 / 8]);
  });

  it('draws the same curve where all weigh the same', () => {
    const losses = Float64Array.from(right, (value) => 1 - value);
    const weight = new Float32Array(5).fill(0.25);
    expect(riskCoverage(acceptedRows(scores, losses, weight))).toEqual(
      riskCoverage(acceptedRows(scores, losses)),
    );
    const expected = [
      0,
      0,
      1 / 3,
      1 / 2,
      1 / 2.5,
      1 / 3,
      1 / 3.5,
      1 / 4,
      1 / 3,
      1.75 / 4.75,
      2 / 5,
    ];
    riskCoverage(acceptedRows(scores, losses)).forEach(({ risk }, k) => {
      expect(risk).toBeCloseTo(expected[k], 12);
    });
  });

  it('is the risk of the curve at the very same share, ties and weights included', () => {
    const random = stream(9, 'lookups');
    for (const rows of [7, 31, 97, 250]) {
      const score = Float32Array.from({ length: rows }, () => random.below(rows / 3));
      const model = Float32Array.from({ length: rows }, () => +(random.uniform() < 0.7));
      const losses = lossesOf(model, 'accuracy');
      for (const weight of [undefined, Float32Array.from(score, () => 0.5 + random.below(4))]) {
        const curve = deferralCurve(score, model, new Float32Array(rows).fill(1), weight);
        for (const { coverage, risk } of riskCoverage(acceptedRows(score, losses, weight)))
          expect(risk).toBeCloseTo(riskAt(1, valueAt(curve, 1 - coverage), coverage), 5);
      }
    }
  });

  it('says nothing of answers where none is given', () => {
    const none = rejection(scores, right, 'accuracy', [1, 1, 1, 1, 1]);
    expect(none).toMatchObject({ coverage: 0, risk: null, generalisedRisk: 0 });
  });
});
