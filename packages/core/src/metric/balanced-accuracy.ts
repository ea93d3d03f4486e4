import { recallPerClass } from './recall.js';

/** Balanced accuracy: the mean recall over the classes that occur. Rare classes count like others. */
export function balancedAccuracy(
  labels: ArrayLike<number>,
  right: ArrayLike<number>,
  classes: number,
  weight?: ArrayLike<number>,
): number {
  const found = recallPerClass(labels, right, classes, weight).filter((recall) => recall !== null);
  return found.reduce((sum, recall) => sum + recall, 0) / found.length;
}
