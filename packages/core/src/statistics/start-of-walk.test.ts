import { describe, expect, it } from 'vitest';
import { startOfWalk } from './start-of-walk.js';

describe('a walk with estimates', () => {
  /** Of 500 rows, what is kept at three thresholds and how much of that was wrong. */
  const cuts = [
    { threshold: 0.84, kept: 80, wrong: 0 },
    { threshold: 0.5, kept: 250, wrong: 3 },
    { threshold: 0.2, kept: 400, wrong: 20 },
  ];
  const grid = {
    thresholds: cuts.map(({ threshold }) => threshold),
    rates: cuts.map(({ kept }) => 1 - kept / 500),
    estimates: cuts.map(({ kept, wrong }) => ({
      ...{ rate: 1 - kept / 500, rows: 500, keptError: wrong / kept },
    })),
  };
  const start = (rows: number) =>
    startOfWalk({ grid, promises: { maxKeptError: 0.02 }, rows, delta: 0.1 })[0];

  it('begins where passing is most likely, not where the p-value is expected to be smallest', () => {
    // 0 of 80 gives 0.20, which never passes; 3 of 250 gives 0.26, and passes with luck.
    expect(start(500)).toBe(0.5);
    // With more rows the safer threshold keeps enough of them.
    expect(start(2000)).toBe(0.84);
  });

  it('takes the least likely of several promises', () => {
    const { estimates } = grid;
    const spent = { ...grid, estimates: estimates.map((e) => ({ ...e, spending: e.rate })) };
    const promises = { maxKeptError: 0.06, budget: 0.3 };
    const [both] = startOfWalk({ grid: spent, promises, rows: 5000, delta: 0.1 });
    expect(both).toBe(0.2); // the others spend too much
  });
});

it('without estimates it begins at the first, or where told, below what a rate allows', () => {
  const grid = { thresholds: ['inf', 0.6, 0.3, '-inf'] as const, rates: [1, 0.6, 0.3, 0] };
  const from = (promises: object, first?: number) =>
    startOfWalk({ grid, promises, rows: 1000, delta: 0.1, ...(first && { from: first }) });
  expect(from({ maxError: 0.1 })).toEqual([Infinity, 0.6, 0.3, -Infinity]);
  expect(from({ maxError: 0.1 }, 0.6)).toEqual([0.6, 0.3, -Infinity]);
  expect(from({ maxError: 0.1, maxRate: 0.62 })).toEqual([0.3, -Infinity]);
});
