/**
 * Answers of least expected cost (Elkan 2001): with probabilities p and a matrix of costs, the answer
 * k with the least Σ_j p_j · cost(truth j, answer k). Where a miss costs 400 and a false alarm 20,
 * "ill" is the cheaper answer from 5 % on; the most probable class would say "healthy" up to 50 %.
 */

/** The class of least expected cost; on a tie the more probable one, then the lowest index. */
export function leastCostAnswer(
  p: ArrayLike<number>,
  offset: number,
  classes: number,
  /** `matrix[truth · classes + answer]`. */
  matrix: ArrayLike<number>,
): number {
  let best = 0;
  let least = Infinity;
  for (let answer = 0; answer < classes; answer++) {
    let expected = 0;
    for (let truth = 0; truth < classes; truth++)
      expected += p[offset + truth] * matrix[truth * classes + answer];
    const close = least < Infinity && Math.abs(expected - least) <= 1e-12 * least;
    if (close ? p[offset + answer] > p[offset + best] : expected < least) {
      best = answer;
      least = expected;
    }
  }
  return best;
}
