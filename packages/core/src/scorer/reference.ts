import { softplus } from '../math/softplus.js';
import type { Network } from '../network/network.js';

/** The activations of every layer for one row, plainly: the twin that the kernel is tested against. */
export function activationsOf(
  network: Network,
  dense: ArrayLike<number>,
  classIndex: number,
): Float64Array[] {
  const activations: Float64Array[] = [];
  let input: ArrayLike<number> = dense;
  network.layers.forEach(({ outputs, weights, biases }, l) => {
    const values = Float64Array.from(biases);
    const inputs = l === 0 ? network.dense : input.length;
    for (let i = 0; i < inputs; i++) {
      for (let j = 0; j < outputs; j++) values[j] += input[i] * weights[i * outputs + j];
    }
    if (l === 0 && network.classes > 0) {
      const row = (network.dense + classIndex) * outputs;
      for (let j = 0; j < outputs; j++) values[j] += weights[row + j];
    }
    const last = l === network.layers.length - 1;
    if (!last) for (let j = 0; j < outputs; j++) values[j] = Math.max(0, values[j]);
    activations.push(values);
    input = values;
  });
  return activations;
}

/** The network's outputs for one row, through its head. */
export function outputsOf(
  network: Network,
  dense: ArrayLike<number>,
  classIndex: number,
  head: 'identity' | 'softplus',
): Float64Array {
  const raw = activationsOf(network, dense, classIndex)[network.layers.length - 1];
  return head === 'softplus' ? raw.map(softplus) : raw;
}
