import { insist } from '../error.js';
import { type Loss, predictedClass } from './loss.js';

/** What the predicted class costs: `matrix[truth · classes + answer]`, the user's own numbers. */
export function cost(matrix: ArrayLike<number>, classes: number): Loss {
  insist(
    matrix.length === classes * classes,
    () =>
      `cost matrix: has ${matrix.length} entries (expected ${classes} × ${classes} = ${classes * classes}). Give one row per true class.`,
  );
  let largest = 0;
  for (let i = 0; i < matrix.length; i++) {
    insist(
      Number.isFinite(matrix[i]) && matrix[i] >= 0,
      () =>
        `cost matrix, truth ${Math.floor(i / classes)}, answer ${i % classes}: found ${matrix[i]} (expected a finite cost ≥ 0).`,
    );
    largest = Math.max(largest, matrix[i]);
  }
  return {
    name: 'cost',
    largest: () => largest,
    ofProbabilities: (p, offset, count, truth) =>
      matrix[truth * classes + predictedClass(p, offset, count)],
    ofAnswer: (answer, truth) => matrix[truth * classes + answer],
  };
}
