import { insist } from '../error.js';

/**
 * Brier score of several classes: the (weighted) mean over rows of Σ_c (p_c − [c = label])², between 0 and 2.
 * `probabilities` is rows × classes, by row.
 */
export function brierScore(
  probabilities: ArrayLike<number>,
  labels: ArrayLike<number>,
  classes: number,
  weight?: ArrayLike<number>,
): number {
  const n = labels.length;
  insist(
    n > 0 && probabilities.length === n * classes,
    () =>
      `Brier score: found ${probabilities.length} probabilities for ${n} rows of ${classes} classes, expected ${n * classes}.`,
  );
  let sum = 0;
  let total = 0;
  for (let i = 0; i < n; i++) {
    const w = weight ? weight[i] : 1;
    total += w;
    for (let c = 0; c < classes; c++) {
      const miss = probabilities[i * classes + c] - (labels[i] === c ? 1 : 0);
      sum += w * miss * miss;
    }
  }
  return sum / total;
}
