/**
 * A score vector with its order: sorted once, then shared by everything that walks cases from the
 * first to be handed over to the last. Curves, areas, bootstraps, histograms, error counts and
 * shares all take either plain scores, which they sort for themselves, or a `RankedScores`.
 *
 * Callers that ask more than one question of the same scores write
 *
 *     const ranked = rankScores(scores);            // the one sort
 *     deferralCurve(ranked, model, expert, weight);
 *     aurc(ranked, losses, weight);
 *     bootstrapCurves({ …, methods: [{ name, scores: [ranked] }] });
 *     deferredShare([ranked], rate, weight);
 *
 * and keep `ranked` where they would have kept the scores (`ranked.scores` are the same numbers,
 * by row). The order holds as long as nobody writes to the scores.
 */
import { sortScores } from './order.js';

/** Scores together with their order, sorted once and shared. */
export interface RankedScores<Vector extends ArrayLike<number> = ArrayLike<number>> {
  /** By row, low = defer. */
  readonly scores: Vector;
  /** Row numbers by rising score: the first rows are deferred first. */
  readonly order: Uint32Array;
  /** Along `order`, 1 at the last row of each group of equal scores: ties count in expectation. */
  readonly endsGroup: Uint8Array;
}

/** What every function takes that needs an order: scores as they are, or sorted already. */
export type Scores = ArrayLike<number> | RankedScores;

/** Sorted, unless they are already. */
export function rankScores<Vector extends ArrayLike<number>>(
  scores: Vector | RankedScores<Vector>,
): RankedScores<Vector> {
  if (isRanked(scores)) return scores;
  const { order, keys } = sortScores(scores);
  const n = order.length;
  const endsGroup = new Uint8Array(n);
  if (n > 0) endsGroup[n - 1] = 1;
  // Looking scores up by row would miss the cache every time.
  if (keys) {
    for (let k = 1; k < n; k++) if (keys[k] !== keys[k - 1]) endsGroup[k - 1] = 1;
    return { scores, order, endsGroup };
  }
  let score = n > 0 ? scores[order[0]] : 0;
  for (let k = 1; k < n; k++) {
    const next = scores[order[k]];
    if (next !== score) endsGroup[k - 1] = 1;
    score = next;
  }
  return { scores, order, endsGroup };
}

/** The numbers themselves, by row. */
export const scoresOf = <Vector extends ArrayLike<number>>(
  scores: Vector | RankedScores<Vector>,
): Vector => (isRanked(scores) ? scores.scores : scores);

function isRanked<Vector extends ArrayLike<number>>(
  scores: Vector | RankedScores<Vector>,
): scores is RankedScores<Vector> {
  return 'endsGroup' in scores;
}
