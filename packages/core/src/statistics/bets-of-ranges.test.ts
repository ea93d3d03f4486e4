import { expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { lowerMeanOfRanges, upperMeanOfRanges } from './bets-of-ranges.js';
import { lowerMean, upperMean } from './betting.js';

/** ±1 with this mean, of which one with its own probability is seen and counts 1/p. */
function seen(mean: number, probabilities: readonly number[], seed: number) {
  const random = stream(seed, 'seldom seen');
  const values = probabilities.map((p) => {
    const value = random.uniform() < (1 + mean) / 2 ? 1 : -1;
    return random.uniform() < p ? value / p : 0;
  });
  const reaches = probabilities.map((p) => 1 / p);
  return {
    ...{ values, lows: reaches.map((reach) => -reach), highs: reaches },
    ...{ least: Math.min(...reaches), most: Math.max(...reaches) },
  };
}
const lower = ({ values, lows, least, most }: ReturnType<typeof seen>, delta: number) =>
  lowerMeanOfRanges({ values, lows, leastMean: -1, narrowest: -least, widest: -most }, delta, 1);
const halves = (n: number, first: number, then: number) =>
  Array.from({ length: n }, (_, i) => (i < n / 2 ? first : then));

it('with one range for all is the same bound', () => {
  const rows = seen(0.3, new Array(500).fill(0.25), 1);
  expect(lower(rows, 0.05)).toBeCloseTo(lowerMean({ values: rows.values, low: -4 }, 0.05, 1), 6);
  const { values, highs } = rows;
  const above = { values, highs, greatestMean: 1, narrowest: 4, widest: 4 };
  expect(upperMeanOfRanges(above, 0.05, -1)).toBeCloseTo(
    upperMean({ values, high: 4 }, 0.05, -1),
    6,
  );
});

it('a handful that was rarely seen hardly widens it, where one range for all does', () => {
  const often = new Array(2000).fill(0.25);
  const before = seen(0.3, often, 2);
  const after = seen(0.3, [...often, ...new Array(20).fill(0.01)], 2);
  const width = 0.3 - lower(before, 0.05);
  expect(0.3 - lower(after, 0.05)).toBeLessThan(1.3 * width);
  const oneRange = lowerMean({ values: after.values, low: -100 }, 0.05, 1);
  expect(0.3 - oneRange).toBeGreaterThan(2 * width);
});

it.each([
  ['rare at the end', halves(200, 0.5, 0.02)],
  ['rare at the beginning', halves(200, 0.02, 0.5)],
  ['by turns', Array.from({ length: 200 }, (_, i) => [1, 0.1, 0.02][i % 3])],
])('is above the mean in at most δ of all worlds: %s', (_, probabilities) => {
  const delta = 0.2;
  const worlds = 150;
  for (const mean of [0, 0.9]) {
    let above = 0;
    for (let seed = 0; seed < worlds; seed++)
      if (lower(seen(mean, probabilities, seed), delta) > mean) above++;
    expect(above / worlds, `mean ${mean}`).toBeLessThanOrEqual(
      delta + 3.1 * Math.sqrt(0.16 / worlds),
    );
  }
});

it('refuses a value below what it could be', () => {
  const claim = { values: [-3], lows: [-2], leastMean: -1, narrowest: -2, widest: -2 };
  expect(() => lowerMeanOfRanges(claim, 0.05, 1)).toThrow(
    /row 0: found -3 with a least value of -2/,
  );
});
