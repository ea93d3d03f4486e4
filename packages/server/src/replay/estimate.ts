import { lowerMeanOfRanges, upperMeanOfRanges } from '@cede/core';

/** One case of an estimate: how much it counts, what was seen of it, and how likely that was. */
export interface Term {
  /** What the policy does with it: 0 or 1, or the difference of two policies. */
  readonly weight: number;
  /** The number that counts where it was seen. */
  readonly value?: number;
  /** How likely it was to be seen. */
  readonly seen: number;
  /** How likely at least, whatever its value would be: known before it was seen (`seen` where left out). */
  readonly least?: number;
  /** Cases alike share a prediction. */
  readonly bin: number;
}

export interface Estimated {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly rows: number;
  /** How many cases seen for sure the weighted ones are worth. */
  readonly effective: number;
  /** Standard deviation of one case's contribution. */
  readonly deviation: number;
}

const BINS = 10;
/** Cases that the prediction starts with, all worth 0. */
const PRIOR = 5;

export const binOf = (rank: number) => Math.min(BINS - 1, Math.max(0, Math.floor(rank * BINS)));

/** |prediction| ≤ largest, so a contribution is at most largest·(1 + 2/p): known beforehand. */
export const reachOf = (smallestSeen: number, largest = 1) => largest * (1 + 2 / smallestSeen);

/**
 * The mean of weight · value over all cases, of which only some were seen: prediction + (what was
 * seen − prediction)/probability. It is right on average whatever the prediction is, and sharp where
 * the prediction is good. Predictions come from **earlier cases only**: then each contribution has
 * the mean that is sought, given the past, and the interval may be looked at at any time while
 * thresholds adapt. (Cross-fitting would break that.)
 */
export function estimateMean(
  terms: readonly Term[],
  smallestSeen: number,
  delta: number,
  largest = 1,
): Estimated {
  const sums = new Float64Array(BINS);
  const counts = new Float64Array(BINS);
  const contributions = new Float64Array(terms.length);
  let [weights, squares] = [0, 0];
  for (let i = 0; i < terms.length; i++) {
    const { weight, value, seen, bin } = terms[i];
    const predicted = sums[bin] / (counts[bin] + PRIOR);
    let contribution = weight * predicted;
    if (value !== undefined && seen > 0) {
      contribution += (weight * (value - predicted)) / seen;
      const w = Math.abs(weight) / seen;
      weights += w;
      squares += w * w;
      sums[bin] += value / seen;
      counts[bin] += 1 / seen;
    }
    contributions[i] = contribution;
  }
  const n = Math.max(1, terms.length);
  const estimate = contributions.reduce((a, b) => a + b, 0) / n;
  const variance = contributions.reduce((a, b) => a + (b - estimate) ** 2, 0) / n;
  const reaches = Float64Array.from(terms, ({ seen, least = seen }) =>
    reachOf(least > 0 ? least : 1, largest),
  );
  const widest = reachOf(smallestSeen, largest);
  const narrowest = reaches.reduce((least, reach) => Math.min(least, reach), widest);
  const below = { lows: reaches.map((reach) => -reach), leastMean: -largest };
  const above = { highs: reaches, greatestMean: largest, narrowest, widest };
  const values = contributions;
  return {
    estimate,
    low: lowerMeanOfRanges(
      { values, ...below, narrowest: -narrowest, widest: -widest },
      delta / 2,
      largest,
    ),
    high: upperMeanOfRanges({ values, ...above }, delta / 2, -largest),
    rows: terms.length,
    effective: squares > 0 ? (weights * weights) / squares : 0,
    deviation: Math.sqrt(variance),
  };
}
