import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { propensityWeights } from './propensity.js';

describe('propensity weights', () => {
  it('have mean 1, are 0 without a label, and count what they clip', () => {
    const { weight, clipped, effectiveRows } = propensityWeights(
      [1, 0, 1, true],
      [0.5, 0, 0.001, 1],
      0.1,
    );
    // 2, 0, 10, 1 scaled by 4/13.
    expect([...weight].map((w) => w * 13)).toEqual([8, 0, 40, 4].map((w) => expect.closeTo(w, 9)));
    expect(clipped).toBe(1);
    expect(effectiveRows).toBeCloseTo(169 / 105, 12);
  });

  it('undo a biased choice of rows that the plain mean does not', () => {
    const random = stream(4, 'propensity');
    const n = 50_000;
    const known = new Uint8Array(n);
    const propensity = new Float64Array(n);
    const right = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const hard = random.uniform() < 0.5;
      right[i] = random.uniform() < (hard ? 0.4 : 0.9) ? 1 : 0;
      propensity[i] = hard ? 0.9 : 0.1;
      known[i] = random.uniform() < propensity[i] ? 1 : 0;
    }
    const { weight } = propensityWeights(known, propensity);
    let weighted = 0;
    let plain = 0;
    let labels = 0;
    for (let i = 0; i < n; i++) {
      weighted += (weight[i] * right[i]) / n;
      plain += known[i] * right[i];
      labels += known[i];
    }
    expect(Math.abs(weighted - 0.65)).toBeLessThan(0.02);
    expect(plain / labels).toBeLessThan(0.5);
  });

  it('refuses impossible rows', () => {
    expect(() => propensityWeights([1], [0])).toThrow('row 1: found 0 for a row that has');
    expect(() => propensityWeights([0], [0.5])).toThrow('none of 1 rows');
  });
});
