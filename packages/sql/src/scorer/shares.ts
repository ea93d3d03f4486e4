import type { Scorer, Trees } from '@cede/core';
import {
  call,
  choose,
  column,
  compare,
  type Expression,
  exponential,
  minus,
  number,
  over,
  sum,
  times,
} from '../tree/expression.js';
import type { QueryBuilder } from '../tree/query.js';

/** How likely the model is right minus how likely the expert is, weighed over all pairs. */
export function shareDifference(
  query: QueryBuilder,
  { shares = [1], trees, features: { classes } }: Scorer,
  outputs: readonly Expression[],
  features: readonly Expression[],
): Expression {
  const terms = shares.map((share, j) =>
    times(number(share), minus(sigmoid(outputs[2 * j]), sigmoid(outputs[2 * j + 1]))),
  );
  if (outputs.length > 2 * shares.length) terms.push(outputs[outputs.length - 1]);
  if (trees) {
    const inputs = [...features, classes > 0 ? column('cede_answer') : number(0)];
    query.step('the trees', [
      ['cede_trees_model', logitOf(trees.model, inputs)],
      ['cede_trees_expert', logitOf(trees.expert, inputs)],
    ]);
    terms.push(
      times(
        number(trees.share),
        minus(sigmoid(column('cede_trees_model')), sigmoid(column('cede_trees_expert'))),
      ),
    );
  }
  return sum(terms);
}

const logitOf = (trees: Trees, inputs: readonly Expression[]): Expression =>
  sum([number(trees.start), ...Array.from(trees.roots, (root) => nodeOf(trees, root, inputs))]);

function nodeOf(trees: Trees, node: number, inputs: readonly Expression[]): Expression {
  const input = trees.inputs[node];
  const value = number(trees.values[node]);
  if (input < 0) return value;
  const left = trees.lefts[node];
  return choose(
    compare(inputs[input], '<=', value),
    nodeOf(trees, left, inputs),
    nodeOf(trees, left + 1, inputs),
  );
}

/** Both sides from e^−|x|, so that no engine meets a number too large. */
const sigmoid = (x: Expression): Expression => {
  const small = exponential(minus(number(0), call('abs', x)));
  const whole = sum([number(1), small]);
  return choose(compare(x, '>=', number(0)), over(number(1), whole), over(small, whole));
};
