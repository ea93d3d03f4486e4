import type { Network, Scorer } from '@cede/core';
import type { GraphBuilder } from '../model/builder.js';
import type { FeatureNodes } from './features.js';

/** The networks of a scorer, each through the head, averaged: [rows, outputs]. */
export function addNetworks(graph: GraphBuilder, scorer: Scorer, features: FeatureNodes): string {
  const outputs = scorer.networks.map((network) => {
    const raw = addNetwork(graph, network, features);
    return scorer.head === 'softplus' ? graph.node('Softplus', [raw]) : raw;
  });
  return outputs.length === 1 ? outputs[0] : graph.node('Mean', outputs);
}

function addNetwork(graph: GraphBuilder, network: Network, features: FeatureNodes): string {
  let values = features.dense;
  network.layers.forEach(({ inputs, outputs, weights, biases }, l) => {
    const plain = l === 0 ? network.dense : inputs;
    const matrix = graph.floats('weights', [plain, outputs], weights.subarray(0, plain * outputs));
    const bias = graph.floats('biases', [outputs], biases);
    values = graph.node('Gemm', [values, matrix, bias]);
    if (l === 0 && features.predicted !== undefined)
      values = graph.node('Add', [values, classRow(graph, network, features.predicted)]);
    if (l < network.layers.length - 1) values = graph.node('Relu', [values]);
  });
  return values;
}

/** One-hot times a matrix is one row of it: the weights of the predicted class. */
function classRow(graph: GraphBuilder, network: Network, predicted: string): string {
  const { outputs, weights } = network.layers[0];
  const rows = graph.floats(
    'class_weights',
    [network.classes, outputs],
    weights.subarray(network.dense * outputs),
  );
  return graph.node('Gather', [rows, predicted], { axis: { int: 0 } });
}
