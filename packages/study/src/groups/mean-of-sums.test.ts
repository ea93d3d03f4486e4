import { meanInterval } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { meanOfSums } from './mean-of-sums.js';

describe('an interval from sums', () => {
  it.each([
    [1, 0, -1, 0.5, 0, 0, 0.25, -0.75],
    [0, 0, 0, 0, 0, 0],
    [1, 1, 1],
    Array.from({ length: 500 }, (_, i) => Math.sin(7 * i) ** 3),
  ])('is that of the rows themselves (%#)', (...values) => {
    const sums = {
      rows: values.length,
      sum: values.reduce((sum, value) => sum + value, 0),
      squares: values.reduce((sum, value) => sum + value ** 2, 0),
    };
    const found = meanOfSums(sums, 0.9);
    const { estimate, lower, upper } = meanInterval({ values }, 0.9);
    expect(found.estimate).toBeCloseTo(estimate, 12);
    expect(found.lower).toBeCloseTo(lower, 12);
    expect(found.upper).toBeCloseTo(upper, 12);
  });
});
