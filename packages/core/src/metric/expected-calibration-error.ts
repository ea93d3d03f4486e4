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
 * unless told otherwise), then the mean over rows of |mean confidence − accuracy| of the row's bin.
 * Equal confidences are never cut in two: a bin runs on to the end of its last tied group, so there
 * may be fewer bins than asked for.
 */
export function expectedCalibrationError(
  confidence: ArrayLike<number>,
  right: ArrayLike<number>,
  bins = 15,
): Calibration {
  const n = confidence.length;
  insist(
    n > 0 && right.length === n && bins >= 1,
    () =>
      `calibration error: found ${n} confidences, ${right.length} answers and ${bins} bins; expected as many answers as confidences, and at least 1 of each.`,
  );
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  order.sort((a, b) => confidence[a] - confidence[b] || a - b);
  const found: CalibrationBin[] = [];
  let error = 0;
  let next = 1;
  for (let start = 0; start < n; ) {
    // A tied group may have swallowed whole bins: go on at the first edge beyond it.
    while (Math.round((next * n) / bins) <= start) next++;
    let end = Math.min(n, Math.round((next * n) / bins));
    while (end < n && confidence[order[end]] === confidence[order[end - 1]]) end++;
    let sumConfidence = 0;
    let sumRight = 0;
    for (let k = start; k < end; k++) {
      sumConfidence += confidence[order[k]];
      sumRight += right[order[k]];
    }
    const rows = end - start;
    found.push({ rows, confidence: sumConfidence / rows, accuracy: sumRight / rows });
    error += Math.abs(sumConfidence - sumRight) / n;
    start = end;
  }
  return { error, bins: found };
}
