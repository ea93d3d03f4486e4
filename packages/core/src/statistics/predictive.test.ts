import { expect, it } from 'vitest';
import { chanceToPass, predictedAtMost } from './predictive.js';

it('with every share equally likely, every count is', () => {
  for (const most of [0, 3, 10])
    expect(predictedAtMost(most, 10, 1, 1)).toBeCloseTo((most + 1) / 11, 12);
});

it('is the mean of binomial tails over what the share may be', () => {
  // ∫ P(Bin(7, q) ≤ 1) Beta(q; 3, 9) dq, summed over a fine grid.
  const steps = 20_000;
  let [sum, total] = [0, 0];
  for (let s = 0; s < steps; s++) {
    const q = (s + 0.5) / steps;
    const likely = q ** 2 * (1 - q) ** 8;
    total += likely;
    sum += likely * ((1 - q) ** 7 + 7 * q * (1 - q) ** 6);
  }
  expect(predictedAtMost(1, 7, 3, 9)).toBeCloseTo(sum / total, 7);
});

it('knows how little a few rows tell, and holds for many', () => {
  expect(predictedAtMost(2, 300, 0.25, 20)).toBeLessThan(predictedAtMost(2, 300, 0.25, 200));
  expect(predictedAtMost(-1, 300, 0.25, 20)).toBe(0);
  expect(predictedAtMost(300, 300, 4, 20)).toBe(1);
  const many = predictedAtMost(100_000, 1_000_000, 50_000, 450_000);
  expect(many).toBeGreaterThan(0.49);
  expect(many).toBeLessThan(0.51);
});

it('an expected p-value of δ passes every second time', () => {
  expect(chanceToPass(0.1, 0.1)).toBeCloseTo(0.5, 12);
  expect(chanceToPass(0.001, 0.1)).toBeGreaterThan(0.9);
  expect([chanceToPass(0, 0.1), chanceToPass(1, 0.1)]).toEqual([1, 0]);
});
