import type { Network, Scorer } from '@cede/core';
import {
  call,
  column,
  constants,
  type Expression,
  element,
  exponential,
  minus,
  number,
  over,
  sum,
  times,
} from '../tree/expression.js';
import type { QueryBuilder } from '../tree/query.js';

/** The mean of the scorer's networks, each through the head: one an output. */
export function addNetworks(
  query: QueryBuilder,
  { networks, head }: Scorer,
  features: readonly Expression[],
): Expression[] {
  const depth = Math.max(...networks.map(({ layers }) => layers.length));
  const values = networks.map(() => features);
  for (let l = 0; l < depth; l++) {
    const columns: [string, Expression][] = [];
    networks.forEach((network, n) => {
      if (l >= network.layers.length) return;
      const outputs = layerOf(network, l, values[n]);
      const names = outputs.map((_, j) => `cede_n${n}_${l}_${j}`);
      outputs.forEach((value, j) => {
        columns.push([names[j], value]);
      });
      values[n] = names.map(column);
    });
    query.step(l < depth - 1 ? `layer ${l + 1}` : 'the networks', columns);
  }
  return values[0].map((_, o) => {
    const each = values.map((outputs) => (head === 'softplus' ? softplus(outputs[o]) : outputs[o]));
    return each.length === 1 ? each[0] : over(sum(each), number(each.length));
  });
}

function layerOf(network: Network, l: number, inputs: readonly Expression[]): Expression[] {
  const { outputs, weights, biases } = network.layers[l];
  const last = l === network.layers.length - 1;
  return Array.from({ length: outputs }, (_, j) => {
    const terms: Expression[] = [number(biases[j])];
    inputs.forEach((input, i) => {
      const weight = weights[i * outputs + j];
      if (weight !== 0) terms.push(times(input, number(weight)));
    });
    if (l === 0 && network.classes > 0) terms.push(classWeight(network, j));
    return last ? sum(terms) : call('greatest', sum(terms), number(0));
  });
}

/** One-hot times a matrix is one row of it: the weight of the model's answer. */
function classWeight({ dense, classes, layers: [first] }: Network, j: number): Expression {
  const values = Array.from(
    { length: classes },
    (_, c) => first.weights[(dense + c) * first.outputs + j],
  );
  return element(constants(values), column('cede_answer'));
}

/** log(1 + e^x), exact for large x too. */
const softplus = (x: Expression): Expression =>
  sum([
    call('greatest', x, number(0)),
    call('ln', sum([number(1), exponential(minus(number(0), call('abs', x)))])),
  ]);
