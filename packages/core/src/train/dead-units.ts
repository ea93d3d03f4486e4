import type { Layer, Network, NetworkShape } from '../network/network.js';

/*
 * A hidden unit that no row switches on gets no gradient; decay takes its weights to zero, and there
 * they stay, since a unit without weights passes nothing on and learns nothing. On real tables 30 to
 * 70 % of the units end so. Leaving them out changes no other number: only zeros are no longer added.
 */

/**
 * Per hidden layer the units that have a weight or a first moment other than 0, coming in or going
 * out; at least one. The last layer stays whole: the kernel sums its output in four lanes, and
 * without a unit the later ones would change lanes, which rounds differently.
 */
export function liveUnits(parameters: Network, moments: Network): number[][] {
  const last = parameters.hidden.length - 1;
  return parameters.hidden.map((width, l) => {
    if (l === last) return Array.from({ length: width }, (_, unit) => unit);
    const live: number[] = [];
    for (let unit = 0; unit < width; unit++)
      if (isLive(parameters, l, unit) || isLive(moments, l, unit)) live.push(unit);
    return live.length > 0 ? live : [0];
  });
}

function isLive({ layers }: Network, l: number, unit: number): boolean {
  const { weights, biases, inputs, outputs } = layers[l];
  if (biases[unit] !== 0) return true;
  for (let i = 0; i < inputs; i++) if (weights[i * outputs + unit] !== 0) return true;
  const next = layers[l + 1];
  for (let j = 0; j < next.outputs; j++)
    if (next.weights[unit * next.outputs + j] !== 0) return true;
  return false;
}

/** The network of the kept units alone. */
export function withoutOthers(network: Network, kept: readonly (readonly number[])[]): Network {
  const hidden = kept.map((units) => units.length);
  const layers = network.layers.map((layer, l) => {
    const smaller = emptyLayer(l > 0 ? hidden[l - 1] : layer.inputs, hidden[l] ?? layer.outputs);
    eachKept(smaller, l, kept, (at, i, j) => {
      smaller.weights[at] = layer.weights[i * layer.outputs + j];
    });
    smaller.biases.forEach((_, j) => {
      smaller.biases[j] = layer.biases[kept[l]?.[j] ?? j];
    });
    return smaller;
  });
  return { ...network, hidden, layers };
}

/** The other way round: the kept units back in their places, zeros for the rest. */
export function withZeros(
  network: Network,
  shape: NetworkShape,
  kept: readonly (readonly number[])[],
): Network {
  const layers = network.layers.map((layer, l) => {
    const larger = emptyLayer(
      l > 0 ? shape.hidden[l - 1] : layer.inputs,
      shape.hidden[l] ?? layer.outputs,
    );
    eachKept(layer, l, kept, (at, i, j) => {
      larger.weights[i * larger.outputs + j] = layer.weights[at];
    });
    layer.biases.forEach((bias, j) => {
      larger.biases[kept[l]?.[j] ?? j] = bias;
    });
    return larger;
  });
  return { ...network, hidden: shape.hidden, layers };
}

const emptyLayer = (inputs: number, outputs: number): Layer => ({
  inputs,
  outputs,
  weights: new Float32Array(inputs * outputs),
  biases: new Float32Array(outputs),
});

/** Visits the small layer's weights: index there, row and column in the large layer. */
function eachKept(
  { inputs, outputs }: Layer,
  l: number,
  kept: readonly (readonly number[])[],
  visit: (at: number, row: number, column: number) => void,
): void {
  for (let i = 0; i < inputs; i++)
    for (let j = 0; j < outputs; j++)
      visit(i * outputs + j, l > 0 ? kept[l - 1][i] : i, kept[l]?.[j] ?? j);
}
