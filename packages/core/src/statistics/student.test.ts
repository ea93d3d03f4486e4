import { describe, expect, it } from 'vitest';
import { studentAbove, studentQuantile } from './student.js';

describe("Student's t", () => {
  it('has the quantiles of the printed tables', () => {
    // Two-sided 95 %, and one-sided 99.5 %.
    for (const [degrees, value] of [
      [1, 12.7062047],
      [2, 4.30265273],
      [4, 2.77644511],
      [9, 2.26215716],
      [30, 2.04227246],
      [100, 1.98397152],
      [1000, 1.96233908],
    ])
      expect(studentQuantile(0.975, degrees)).toBeCloseTo(value, 7);
    expect(studentQuantile(0.995, 5)).toBeCloseTo(4.03214298, 7);
  });

  it('agrees with closed forms for 1, 2 and 4 degrees of freedom', () => {
    for (const t of [0, 1e-170, 1e-14, 0.01, 0.3, 1, 2.5, 40]) {
      expect(studentAbove(t, 1)).toBeCloseTo(0.5 - Math.atan(t) / Math.PI, 12);
      expect(studentAbove(t, 2)).toBeCloseTo(0.5 - t / (2 * Math.sqrt(2 + t * t)), 12);
      const root = t / Math.sqrt(1 + (t * t) / 4);
      expect(studentAbove(t, 4)).toBeCloseTo(0.5 - (3 / 8) * root * (1 - (root * root) / 12), 12);
    }
  });

  it('agrees with the integral of its density where degrees are not whole', () => {
    for (const degrees of [1.7, 5.3, 77.7]) {
      const density = (x: number) => (1 + (x * x) / degrees) ** (-(degrees + 1) / 2);
      const area = (from: number, to: number, steps = 200_000) => {
        const h = (to - from) / steps;
        let sum = density(from) + density(to);
        for (let i = 1; i < steps; i++) sum += (i % 2 ? 4 : 2) * density(from + i * h);
        return (sum * h) / 3;
      };
      // Tail by the substitution x = 1/u, so that it ends.
      const tail = (t: number) => {
        const steps = 200_000;
        const h = 1 / t / steps;
        const f = (u: number) => (u === 0 ? 0 : density(1 / u) / (u * u));
        let sum = f(0) + f(1 / t);
        for (let i = 1; i < steps; i++) sum += (i % 2 ? 4 : 2) * f(i * h);
        return (sum * h) / 3;
      };
      const half = area(0, 1) + tail(1);
      for (const t of [1, 2, 3.3])
        expect(studentAbove(t, degrees)).toBeCloseTo(tail(t) / (2 * half), 6);
    }
  });

  it('meets the normal distribution without a step', () => {
    expect(studentQuantile(0.975, 1e5 + 1)).toBeCloseTo(studentQuantile(0.975, 1e5 - 1), 8);
    expect(studentQuantile(0.025, 12)).toBe(-studentQuantile(0.975, 12));
  });
});
