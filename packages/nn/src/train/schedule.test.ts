import { expect, it } from 'vitest';
import { rateAt } from './schedule.js';

const options = { rate: 0.1, warmup: 2, milestones: [4, 6], factor: 0.1 };
const rates = Array.from({ length: 80 }, (_, step) => rateAt(options, step, 10));

it('rises linearly, reaches the rate with the last step of warm-up, and steps down', () => {
  expect(rates[0]).toBeCloseTo(0.005, 12);
  expect(rates[9]).toBeCloseTo(0.05, 12);
  expect(rates[19]).toBeCloseTo(0.1, 12);
  expect(rates.slice(20, 40)).toEqual(Array(20).fill(0.1));
  expect(rates[40]).toBeCloseTo(0.01, 12);
  expect(rates[59]).toBeCloseTo(0.01, 12);
  expect(rates[60]).toBeCloseTo(0.001, 12);
});

it('starts at the full rate without warm-up', () => {
  expect(rateAt({ ...options, warmup: 0 }, 0, 10)).toBe(0.1);
});
