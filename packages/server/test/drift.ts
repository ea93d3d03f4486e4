import type { Stream } from '@cede/core';

export type Drift = 'steady' | 'sudden' | 'slow' | 'adversarial';

/** The rank of case `i` of a stream that drifts; the adversary sees the threshold. */
export function driftingRanks(
  kind: Drift,
  i: number,
  cases: number,
  random: Stream,
  threshold: number,
): number {
  const u = random.uniform();
  const time = i / cases;
  switch (kind) {
    case 'steady':
      return u;
    case 'sudden':
      return time < 0.4 ? u : u * u * u;
    case 'slow':
      return u ** (1 + 2 * time);
    case 'adversarial':
      return i % 700 < 350 ? Math.max(1e-9, threshold - 1e-9) : Math.min(1, threshold + 1e-9);
  }
}

/** The largest |Σ (d − target)| over all windows: the spread of the running sum. */
export function largestWindowMiss(deferred: ArrayLike<number>, target: number): number {
  let [sum, low, high, worst] = [0, 0, 0, 0];
  for (let i = 0; i < deferred.length; i++) {
    sum += deferred[i] - target;
    worst = Math.max(worst, sum - low, high - sum);
    low = Math.min(low, sum);
    high = Math.max(high, sum);
  }
  return worst;
}
