/** How many certifying rows a promise would take, if the estimates are the truth: for planning. */
import { log } from '../math/log.js';
import { binomialAtMost } from './binomial.js';
import { normalQuantile } from './normal.js';

export const MOST_ROWS = 100_000_000;
const POWER = 0.8;

/** Rows at which a share `estimate` is certified to be at most `bound`. */
export function rowsForShare(estimate: number, bound: number, delta: number): number {
  if (estimate >= bound) return Infinity;
  const z = normalQuantile(POWER);
  const certified = (n: number) => {
    const likely = Math.ceil(estimate * n + z * Math.sqrt(n * estimate * (1 - estimate)));
    return binomialAtMost(Math.min(likely, n), n, bound) <= delta;
  };
  let high = 1;
  while (!certified(high)) {
    if (high > MOST_ROWS) return Infinity;
    high *= 2;
  }
  let low = high / 2;
  while (high - low > Math.max(1, high / 1000)) {
    const middle = Math.floor((low + high) / 2);
    if (certified(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** A betting test grows by about (μ − g)²/2σ² a row, and first has to win back its ladder (log 6). */
export function rowsForMean(mean: number, spread: number, bound: number, delta: number): number {
  if (mean <= bound) return Infinity;
  const z = normalQuantile(POWER);
  const root = (z + Math.sqrt(z * z + 2 * log(6 / delta))) * (spread / (mean - bound));
  return Math.ceil(root * root);
}
