import type { RankedScores } from '@cede/core';

/** Scores of the test table under the headline's method; low = handed over. */
export interface ScoreHistogram {
  readonly method: string;
  /** One more than there are bins, ascending. */
  readonly edges: readonly number[];
  readonly deferred: readonly number[];
  readonly kept: readonly number[];
  readonly threshold: number;
}

const BINS = 40;

/** Where the scores lie and where the threshold cuts them, for the first seed; counts are of cases. */
export function scoreHistogram(
  method: string,
  vector: RankedScores<Float32Array>,
  rate: number,
  weight: (i: number) => number = () => 1,
): ScoreHistogram {
  const { edges, cases, binOf, at } = scoreBins(vector, weight);
  const { threshold, last } = at(rate);
  const deferred = new Array<number>(BINS).fill(0);
  vector.scores.forEach((score, i) => {
    if (last !== undefined && score <= last) deferred[binOf(score)] += weight(i);
  });
  return { method, edges, deferred, kept: cases.map((all, bin) => all - deferred[bin]), threshold };
}

/** Where a rate cuts the scores. */
export interface ScoreCut {
  readonly threshold: number;
  /** The highest score that is handed over; undefined where nothing is. */
  readonly last: number | undefined;
  /** Cases up to that score. */
  readonly below: number;
}

/** The scores in bins, and where any rate cuts them: sorted and added up once for all rates. */
export function scoreBins(
  { scores, order, endsGroup }: RankedScores<Float32Array>,
  weight: (i: number) => number,
) {
  const n = scores.length;
  // The outermost half per cent would stretch the picture: it goes to the end bins.
  const low = scores[order[Math.floor(0.005 * (n - 1))]];
  const high = scores[order[Math.ceil(0.995 * (n - 1))]];
  const width = (high - low || 1) / BINS;
  const edges = Array.from({ length: BINS + 1 }, (_, k) => low + k * width);
  const binOf = (score: number) =>
    Math.min(BINS - 1, Math.max(0, Math.floor((score - low) / width)));
  const cases = new Array<number>(BINS).fill(0);
  scores.forEach((score, i) => {
    cases[binOf(score)] += weight(i);
  });
  const upTo = new Float64Array(n + 1);
  for (let k = 0; k < n; k++) upTo[k + 1] = upTo[k] + weight(order[k]);
  const at = (rate: number): ScoreCut => {
    // Weights have a mean of 1: the cut lies where the cases handed over are nearest to their share.
    let [cut, end] = [0, n];
    while (cut < end) {
      const middle = (cut + end) >>> 1;
      if ((upTo[middle] + upTo[middle + 1]) / 2 <= rate * n) cut = middle + 1;
      else end = middle;
    }
    if (cut === 0) return { threshold: scores[order[0]], last: undefined, below: 0 };
    const last = scores[order[cut - 1]];
    const threshold = cut === n ? last : (last + scores[order[cut]]) / 2;
    // Equal scores lie on one side of a threshold.
    while (endsGroup[cut - 1] === 0) cut++;
    return { threshold, last, below: upTo[cut] };
  };
  return { edges, cases, binOf, at };
}
