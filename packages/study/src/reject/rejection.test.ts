import { acceptedRows } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { rejection, riskCoverage } from './rejection.js';

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
    expect([risk(0.1), risk(0.5), risk(0.9), risk(1)]).toEqual([0, 1 / 4, 1 / 7, 2 / 8]);
  });

  it('draws the same curve where all weigh the same', () => {
    const losses = Float64Array.from(right, (value) => 1 - value);
    const weight = new Float32Array(5).fill(0.25);
    expect(riskCoverage(acceptedRows(scores, losses, weight))).toEqual(
      riskCoverage(acceptedRows(scores, losses)),
    );
    expect(riskCoverage(acceptedRows(scores, losses)).map(({ risk }) => risk)).toEqual([
      ...[0, 0, 1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 4, 1 / 4],
      ...[2 / 5, 2 / 5, 2 / 5],
    ]);
  });

  it('says nothing of answers where none is given', () => {
    const none = rejection(scores, right, 'accuracy', [1, 1, 1, 1, 1]);
    expect(none).toMatchObject({ coverage: 0, risk: null, generalisedRisk: 0 });
  });
});
