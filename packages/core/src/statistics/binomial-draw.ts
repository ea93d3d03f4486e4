import type { Stream } from '../random/stream.js';
import { binomialDensity } from './binomial.js';

/** Below this many expected successes they are counted up one by one. */
const FEW = 10;

/**
 * How many of `n` independent trials succeed, each with probability `p`: exact, in a time that
 * doesn't grow with n.
 */
export function drawBinomial(n: number, p: number, random: Stream): number {
  if (p > 0.5) return n - drawBinomial(n, 1 - p, random);
  if (n === 0 || !(p > 0)) return 0;
  return n * p < FEW ? countUp(n, p, random) : reject(n, p, random);
}

/** Walks up the chances of 0, 1, 2, … until they have used up a uniform number. */
function countUp(n: number, p: number, random: Stream): number {
  const odds = p / (1 - p);
  let left = random.uniform();
  let chance = binomialDensity(0, n, p);
  let count = 0;
  while (left > chance && count < n) {
    left -= chance;
    count++;
    chance *= (odds * (n - count + 1)) / count;
  }
  return count;
}

/** Transformed rejection (Hörmann 1993, "BTRS"): nearly every draw is taken without its density. */
function reject(n: number, p: number, random: Stream): number {
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const sure = 0.92 - 4.2 / b;
  const height = (2.83 + 5.1 / b) * spread;
  const mode = Math.floor((n + 1) * p);
  for (;;) {
    const u = random.uniform() - 0.5;
    const v = random.uniform();
    const inner = 0.5 - Math.abs(u);
    const count = Math.floor(((2 * a) / inner + b) * u + n * p + 0.5);
    if (inner >= 0.07 && v <= sure) return count;
    if (!(count >= 0 && count <= n)) continue;
    const share = binomialDensity(count, n, p) / binomialDensity(mode, n, p);
    if ((v * height) / (a / (inner * inner) + b) <= share) return count;
  }
}
