/**
 * Answers of least expected cost (Elkan 2001): with probabilities p and a matrix of costs, the answer
 * k with the least Σ_j p_j · cost(truth j, answer k). Where a miss costs 400 and a false alarm 20,
 * "ill" is the cheaper answer from 5 % on; the most probable class would say "healthy" up to 50 %.
 */
import { InputError } from '../error.js';
import type { Expert, Table } from './table.js';

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

/**
 * The same table where whoever gives probabilities has answered by least expected cost: a 1 at that
 * answer. For counting outcomes and costs only; a scorer sees the probabilities themselves. Labels
 * and votes are answers already and stay as they are.
 */
export function leastCostTable(table: Table): Table {
  const { costMatrix, model } = table;
  if (!costMatrix)
    throw new InputError(
      'answers of least cost: the table has no cost matrix.',
      'cost-matrix-missing',
    );
  const classes = table.classes.length;
  const answered = (p: Float32Array): Float32Array => {
    const answers = new Float32Array(p.length);
    for (let row = 0; row < table.rows; row++) {
      const at = row * classes;
      // An expert that was not asked has no probabilities.
      if (Number.isNaN(p[at])) answers.fill(Number.NaN, at, at + classes);
      else answers[at + leastCostAnswer(p, at, classes, costMatrix)] = 1;
    }
    return answers;
  };
  const expertAnswers = (expert: Expert): Expert =>
    expert.kind === 'probabilities'
      ? { ...expert, probabilities: answered(expert.probabilities) }
      : expert;
  return {
    ...table,
    ...(model && { model: answered(model) }),
    experts: table.experts.map(expertAnswers),
  };
}
