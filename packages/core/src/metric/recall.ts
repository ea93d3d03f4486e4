import { insist } from '../error.js';

/**
 * Recall of each class: the share of the rows with that label that were answered rightly (`right`
 * in [0, 1]). null for a class without rows.
 */
export function recallPerClass(
  labels: ArrayLike<number>,
  right: ArrayLike<number>,
  classes: number,
  weight?: ArrayLike<number>,
): (number | null)[] {
  const total = new Float64Array(classes);
  const hits = new Float64Array(classes);
  for (let i = 0; i < labels.length; i++) {
    insist(
      labels[i] >= 0 && labels[i] < classes,
      () => `recall, row ${i + 1}: found the label ${labels[i]}, expected 0 to ${classes - 1}.`,
    );
    const w = weight ? weight[i] : 1;
    total[labels[i]] += w;
    hits[labels[i]] += w * right[i];
  }
  return Array.from(total, (rows, c) => (rows > 0 ? hits[c] / rows : null));
}
