import { expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { binomialAtMost, binomialDensity } from './binomial.js';
import { drawBinomial } from './binomial-draw.js';

const DRAWS = 20_000;

it.each([
  [5, 0.3],
  [40, 0.1],
  [100, 0.0999],
  [100, 0.1],
  [60, 0.5],
  [1000, 0.3],
  [1000, 0.98],
  [3_000_000, 0.0000031],
  [1_000_000, 0.4],
])('%i trials of chance %d: as often at most k as the distribution says', (n, p) => {
  const random = stream(3, `binomial ${n} ${p}`);
  const draws = Array.from({ length: DRAWS }, () => drawBinomial(n, p, random));
  expect(draws.every((k) => Number.isInteger(k) && k >= 0 && k <= n)).toBe(true);
  const spread = Math.sqrt(n * p * (1 - p));
  for (let z = -3; z <= 3; z += 0.25) {
    const k = Math.floor(n * p + z * spread);
    if (k < 0 || k > n) continue;
    const exact = binomialAtMost(k, n, p);
    const found = draws.filter((draw) => draw <= k).length / DRAWS;
    const error = Math.sqrt((exact * (1 - exact)) / DRAWS);
    expect(Math.abs(found - exact), `k = ${k}`).toBeLessThan(4.5 * error + 1 / DRAWS);
  }
  // And one by one around the mode, where a wrong envelope would show first.
  const mode = Math.floor((n + 1) * p);
  for (const k of [mode - 1, mode, mode + 1]) {
    const exact = binomialDensity(k, n, p);
    const found = draws.filter((draw) => draw === k).length / DRAWS;
    expect(Math.abs(found - exact)).toBeLessThan(
      4.5 * Math.sqrt((exact * (1 - exact)) / DRAWS) + 1 / DRAWS,
    );
  }
});

it.each([
  [1000, 0.3],
  [60, 0.5],
])('%i trials of chance %d: spread as far as they should be', (n, p) => {
  const random = stream(5, `spread ${n}`);
  const draws = 400_000;
  let squares = 0;
  for (let i = 0; i < draws; i++) squares += (drawBinomial(n, p, random) - n * p) ** 2;
  const ratio = squares / draws / (n * p * (1 - p));
  expect(Math.abs(ratio - 1)).toBeLessThan(4 * Math.sqrt(2 / draws));
});

it('has nothing to draw at the ends', () => {
  const random = stream(1, 'ends');
  expect(drawBinomial(0, 0.3, random)).toBe(0);
  expect(drawBinomial(9, 0, random)).toBe(0);
  expect(drawBinomial(9, 1, random)).toBe(9);
});
