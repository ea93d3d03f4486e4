import type { Scorer, Trees } from '@cede/core';
import type { GraphBuilder } from '../model/builder.js';
import { ML } from '../model/encode.js';
import type { FeatureNodes } from './features.js';

/**
 * How likely the model is right minus how likely the expert is, weighed over all pairs of outputs
 * and trees, and the output behind the pairs: [rows, 1]. Chances in float64, as in core.
 */
export function shareDifference(
  graph: GraphBuilder,
  { networks, shares = [1], trees }: Scorer,
  outputs: string,
  features: FeatureNodes,
): string {
  const count = networks[0].outputs;
  const pairs = 2 * shares.length;
  const [paired, rest] =
    pairs === 0
      ? [undefined, outputs]
      : pairs === count
        ? [outputs, undefined]
        : graph.nodes('Split', [outputs, graph.integers('sizes', [pairs, count - pairs])], 2, {
            axis: { int: 1 },
          });
  const terms: string[] = rest === undefined ? [] : [graph.cast(rest, 'float64')];
  if (paired !== undefined) terms.push(differences(graph, paired, shares));
  if (trees) {
    const inputs = treeInputs(graph, features);
    const logits = graph.node(
      'Concat',
      [addTrees(graph, trees.model, inputs), addTrees(graph, trees.expert, inputs)],
      { axis: { int: 1 } },
    );
    terms.push(differences(graph, logits, [trees.share]));
  }
  return graph.cast(
    terms.reduce((sum, term) => graph.node('Add', [sum, term])),
    'float32',
  );
}

/** Σ share · (σ(first) − σ(second)) over pairs of columns, [rows, 1]. */
function differences(graph: GraphBuilder, logits: string, shares: readonly number[]): string {
  const chances = graph.node('Sigmoid', [graph.cast(logits, 'float64')]);
  const signed = shares.flatMap((share) => [share, -share]);
  return graph.node('MatMul', [chances, graph.doubles('shares', [signed.length, 1], signed)]);
}

/** The dense features and, as a number, the model's answer: [rows, width]. */
function treeInputs(graph: GraphBuilder, { dense, predicted }: FeatureNodes): string {
  if (predicted === undefined) return dense;
  const answer = graph.node('Unsqueeze', [
    graph.cast(predicted, 'float32'),
    graph.integers('axes', [1]),
  ]);
  return graph.node('Concat', [dense, answer], { axis: { int: 1 } });
}

/** A sum of trees as one node, [rows, 1]. */
function addTrees(graph: GraphBuilder, trees: Trees, inputs: string): string {
  const { roots } = trees;
  if (roots.length === 0) return constant(graph, trees.start, inputs);
  const treeOf = (node: number) => {
    let tree = 0;
    while (tree + 1 < roots.length && roots[tree + 1] <= node) tree++;
    return tree;
  };
  const nodes = Array.from(trees.inputs.keys());
  const isLeaf = (node: number) => trees.inputs[node] < 0;
  const leaves = nodes.filter(isLeaf);
  const tree = nodes.map(treeOf);
  const within = (node: number) => node - roots[tree[node]];
  const child = (node: number, side: number) =>
    isLeaf(node) ? 0 : trees.lefts[node] + side - roots[tree[node]];
  return graph.node(
    'TreeEnsembleRegressor',
    [inputs],
    {
      aggregate_function: { text: 'SUM' },
      base_values: { floats: [trees.start] },
      n_targets: { int: 1 },
      nodes_treeids: { ints: tree },
      nodes_nodeids: { ints: nodes.map(within) },
      nodes_featureids: { ints: nodes.map((node) => Math.max(0, trees.inputs[node])) },
      nodes_modes: { texts: nodes.map((node) => (isLeaf(node) ? 'LEAF' : 'BRANCH_LEQ')) },
      nodes_values: { floats: nodes.map((node) => (isLeaf(node) ? 0 : trees.values[node])) },
      nodes_truenodeids: { ints: nodes.map((node) => child(node, 0)) },
      nodes_falsenodeids: { ints: nodes.map((node) => child(node, 1)) },
      target_treeids: { ints: leaves.map((node) => tree[node]) },
      target_nodeids: { ints: leaves.map(within) },
      target_ids: { ints: leaves.map(() => 0) },
      target_weights: { floats: leaves.map((node) => trees.values[node]) },
    },
    undefined,
    ML,
  );
}

/** Where nothing was learned every row has the same logit. */
function constant(graph: GraphBuilder, value: number, inputs: string): string {
  const sum = graph.node('ReduceSum', [inputs, graph.integers('axes', [1])]);
  const nothing = graph.node('Mul', [sum, graph.floats('nothing', [], [0])]);
  return graph.node('Add', [nothing, graph.floats('start', [], [value])]);
}
