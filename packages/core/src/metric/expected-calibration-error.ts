import { rankScores, type Scores, scoresOf } from '../curve/ranked-scores.js';
import { insist } from '../error.js';

/** One bin of a reliability diagram. */
export interface CalibrationBin {
  readonly rows: number;
  readonly confidence: number;
  readonly accuracy: number;
}

export interface Calibration {
  readonly error: number;
  readonly bins: readonly CalibrationBin[];
}

/**
 * Expected calibration error: rows sorted by confidence and cut into bins of **equal mass** (15
 * unless told otherwise), then the (weighted) mean over rows of |mean confidence − accuracy| of the row's bin.
 * Equal confidences are never cut in two: a bin runs on to the end of its last tied group, so there
 * may be fewer bins than asked for.
 */
export function expectedCalibrationError(
  confidences: Scores,
  right: ArrayLike<number>,
  bins = 15,
  weight?: ArrayLike<number>,
): Calibration {
  const confidence = scoresOf(confidences);
  const n = confidence.length;
  insist(
    n > 0 && right.length === n && bins >= 1,
    () =>
      `calibration error: found ${n} confidences, ${right.length} answers and ${bins} bins; expected as many answers as confidences, and at least 1 of each.`,
  );
  const weightOf = (i: number) => (weight ? weight[i] : 1);
  const all = rankScores(confidences).order;
  const order = weight ? all.filter((i) => weight[i] > 0) : all;
  const tied = (k: number) => k > 0 && confidence[order[k]] === confidence[order[k - 1]];
  const found: CalibrationBin[] = [];
  let error = 0;
  const total = order.reduce((sum, i) => sum + weightOf(i), 0);
  let next = 1;
  let before = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    let mass = 0;
    let sumConfidence = 0;
    let sumRight = 0;
    const nearer = () => before + mass + weightOf(order[end]) / 2 <= (next * total) / bins;
    // A tied group may have swallowed whole bins: go on at the first edge beyond it.
    while (!nearer()) next++;
    while (end < order.length && (nearer() || tied(end))) {
      const w = weightOf(order[end]);
      mass += w;
      sumConfidence += w * confidence[order[end]];
      sumRight += w * right[order[end]];
      end++;
    }
    found.push({
      rows: end - start,
      confidence: sumConfidence / mass,
      accuracy: sumRight / mass,
    });
    error += Math.abs(sumConfidence - sumRight) / total;
    before += mass;
    start = end;
  }
  return { error, bins: found };
}
