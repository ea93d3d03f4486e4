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
  { scores, order }: RankedScores<Float32Array>,
  rate: number,
  weight: (i: number) => number = () => 1,
): ScoreHistogram {
  const n = scores.length;
  // Weights have a mean of 1: the cut lies where the cases handed over are nearest to their share.
  let cut = 0;
  for (let cases = 0; cut < n && cases + weight(order[cut]) / 2 <= rate * n; cut++)
    cases += weight(order[cut]);
  const threshold =
    cut === 0
      ? scores[order[0]]
      : cut === n
        ? scores[order[n - 1]]
        : (scores[order[cut - 1]] + scores[order[cut]]) / 2;
  // The outermost half per cent would stretch the picture: it goes to the end bins.
  const low = scores[order[Math.floor(0.005 * (n - 1))]];
  const high = scores[order[Math.ceil(0.995 * (n - 1))]];
  const width = (high - low || 1) / BINS;
  const edges = Array.from({ length: BINS + 1 }, (_, k) => low + k * width);
  const deferred = new Array<number>(BINS).fill(0);
  const kept = new Array<number>(BINS).fill(0);
  scores.forEach((score, i) => {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((score - low) / width)));
    (cut > 0 && score <= threshold ? deferred : kept)[bin] += weight(i);
  });
  return { method, edges, deferred, kept, threshold };
}
