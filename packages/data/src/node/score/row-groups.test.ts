import { expect, test } from 'vitest';
import { inTurn, rowGroupSize } from './row-groups.js';

test('row groups of a copy are whole row groups of the part, of the usual size or more', () => {
  expect(rowGroupSize([])).toBe(122_880);
  expect(rowGroupSize([122_880, 122_880, 5])).toBe(122_880);
  expect(rowGroupSize([14_336, 14_336, 14_336])).toBe(129_024);
  expect(rowGroupSize([2 ** 20, 2 ** 20, 7])).toBe(2 ** 20);
  // A single one is never cut, however small.
  expect(rowGroupSize([1000])).toBe(123_000);
});

test('where they differ, are tiny or huge, nothing is promised', () => {
  expect(rowGroupSize([50_000, 49_999, 50_000])).toBeUndefined();
  expect(rowGroupSize([50_000, 50_001])).toBeUndefined();
  expect(rowGroupSize([2048, 2048])).toBeUndefined();
  expect(rowGroupSize([2 ** 20 + 1])).toBeUndefined();
});

test('of parts with large row groups one is under way at a time, and a failure holds up nobody', async () => {
  let underWay = 0;
  let most = 0;
  const work = (fails: boolean) => async () => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
    if (fails) throw new Error('damaged');
  };
  const parts = (rows: number) => [0, 1, 2].map((k) => inTurn([5, rows], work(k === 1)));
  const ends = (await Promise.allSettled(parts(2 ** 20))).map(({ status }) => status);
  expect([most, ...ends]).toEqual([1, 'fulfilled', 'rejected', 'fulfilled']);
  await Promise.allSettled(parts(2 ** 18));
  expect(most).toBe(3);
});
