/**
 * What an answer loses on one case. A loss knows no model and no table: probabilities and a truth
 * go in, a number ≥ 0 comes out. MATH: section 2.
 */
export interface Loss {
  /** The token in method names (`gce`, `top5`). */
  readonly name: string;
  /** The largest value it can take, for `classes` classes. */
  largest(classes: number): number;
  /** The loss of the probabilities `p[offset … offset + classes − 1]` where `truth` is right. */
  ofProbabilities(p: ArrayLike<number>, offset: number, classes: number, truth: number): number;
  /** The loss of a bare answer (an expert who gives only a label), as if it were certain. */
  ofAnswer(answer: number, truth: number, classes: number): number;
}

/** The predicted class: the largest probability, the lowest index on a tie. */
export function predictedClass(p: ArrayLike<number>, offset: number, classes: number): number {
  let best = 0;
  for (let c = 1; c < classes; c++) if (p[offset + c] > p[offset + best]) best = c;
  return best;
}
