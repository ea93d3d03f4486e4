import {
  type CalibratedSpec,
  type FeatureSpec,
  LOG_FLOOR,
  ownColumns,
  partsOf,
  topCount,
} from '@cede/core';
import type { GraphBuilder } from '../model/builder.js';
import { blockParts } from './blocks.js';
import { columnParts, standardised } from './columns.js';

/**
 * A scorer's features as nodes. Each is computed in the precision core uses for it: float32 where
 * core's kernel does, float64 where core goes through JavaScript numbers. Float32 would lose a
 * column whose mean is large against its deviation (a timestamp) before the division.
 */
export interface FeatureNodes {
  /** rows × dense features. */
  readonly dense: string;
  /** The predicted class of each row, int64 [rows]; undefined where there are no classes. */
  readonly predicted?: string;
}

export interface InputNames {
  readonly probabilities?: string;
  readonly columns?: string;
  /** One a block, in order. */
  readonly blocks?: readonly string[];
}

/** The smallest normal float32: below it a logarithm may be −∞, and 0·log 0 is to be 0. */
const SMALLEST_NORMAL = 2 ** -126;

export function addFeatures(
  graph: GraphBuilder,
  spec: FeatureSpec,
  { probabilities, columns, blocks = [] }: InputNames,
): FeatureNodes {
  const parts: string[] = [];
  if (probabilities !== undefined) {
    if (partsOf(spec.kind).opening === 'margins')
      parts.push(...linearFeatures(graph, spec, probabilities));
    else {
      parts.push(entropy(graph, probabilities, 'float32'));
      parts.push(largest(graph, probabilities, topCount(spec)));
      if (partsOf(spec.kind).square) parts.push(square(graph, confidence(graph, probabilities)));
    }
    if (spec.logProbabilities)
      parts.push(standardised(graph, logarithms(graph, probabilities), spec.logProbabilities));
    if (spec.calibrated) parts.push(calibrated(graph, probabilities, spec.calibrated));
  }
  if (columns !== undefined) parts.push(...columnParts(graph, columns, ownColumns(spec)));
  parts.push(...blockParts(graph, blocks, spec));
  return {
    dense: parts.length === 1 ? parts[0] : graph.node('Concat', parts, { axis: { int: 1 } }),
    predicted: probabilities && predictedClass(graph, probabilities),
  };
}

/** The largest probability of each row, [rows, 1]. */
export function confidence(graph: GraphBuilder, probabilities: string): string {
  return graph.node('ReduceMax', [probabilities], { axes: { ints: [1] }, keepdims: { int: 1 } });
}

/** The lowest index on a tie, as core has it. */
function predictedClass(graph: GraphBuilder, probabilities: string): string {
  return graph.node('ArgMax', [probabilities], {
    axis: { int: 1 },
    keepdims: { int: 0 },
    select_last_index: { int: 0 },
  });
}

function largest(graph: GraphBuilder, probabilities: string, count: number): string {
  return graph.nodes('TopK', [probabilities, graph.integers('top', [count])], 2, {
    axis: { int: 1 },
    largest: { int: 1 },
    sorted: { int: 1 },
  })[0];
}

/** −Σ p·log p, [rows, 1]. The floor is for the logarithm only, so that p = 0 gives 0. */
function entropy(
  graph: GraphBuilder,
  probabilities: string,
  precision: 'float32' | 'float64',
): string {
  const double = precision === 'float64';
  const p = double ? graph.cast(probabilities, precision) : probabilities;
  const floor = double
    ? graph.doubles('floor', [], [SMALLEST_NORMAL])
    : graph.floats('floor', [], [SMALLEST_NORMAL]);
  const log = graph.node('Log', [graph.node('Max', [p, floor])]);
  const sum = graph.node('ReduceSum', [graph.node('Mul', [p, log]), graph.integers('axes', [1])]);
  const negative = graph.node('Neg', [sum]);
  return double ? graph.cast(negative, 'float32') : negative;
}

/** p₁, p₁ − p₂, p₁², entropy. */
function linearFeatures(graph: GraphBuilder, spec: FeatureSpec, probabilities: string): string[] {
  const first = confidence(graph, probabilities);
  return [
    first,
    spec.classes > 1 ? firstMinusSecond(graph, probabilities) : first,
    square(graph, first),
    entropy(graph, probabilities, 'float64'),
  ];
}

const square = (graph: GraphBuilder, values: string): string => graph.node('Mul', [values, values]);

function firstMinusSecond(graph: GraphBuilder, probabilities: string): string {
  const [first, second] = graph.nodes('Split', [largest(graph, probabilities, 2)], 2, {
    axis: { int: 1 },
  });
  return graph.node('Sub', [first, second]);
}

function logarithms(graph: GraphBuilder, probabilities: string): string {
  const floor = graph.doubles('floor', [], [LOG_FLOOR]);
  return graph.node('Log', [graph.node('Max', [graph.cast(probabilities, 'float64'), floor])]);
}

/**
 * The calibrated probability of the model's own answer, log of what is left for the others, and the
 * entropy: [rows, 3]. In float64, so that a small doubt is the sum of the others and not lost.
 */
function calibrated(graph: GraphBuilder, probabilities: string, spec: CalibratedSpec): string {
  const classes = spec.biases.length;
  const rows = { axes: { ints: [1] }, keepdims: { int: 1 } };
  const total = (values: string) =>
    graph.node('ReduceSum', [values, graph.integers('axes', [1])], { keepdims: { int: 1 } });
  const raw = graph.node('Add', [
    graph.node('Mul', [logarithms(graph, probabilities), graph.doubles('slope', [], [spec.slope])]),
    graph.doubles('biases', [classes], spec.biases),
  ]);
  const logits = graph.node('Sub', [raw, graph.node('ReduceMax', [raw], rows)]);
  const exponentials = graph.node('Exp', [logits]);
  const sum = total(exponentials);
  const answer = graph.node('ArgMax', [probabilities], {
    axis: { int: 1 },
    keepdims: { int: 1 },
    select_last_index: { int: 0 },
  });
  const own = graph.node('GatherElements', [exponentials, answer], { axis: { int: 1 } });
  const isOwn = graph.node('Equal', [graph.integers('classes', range(classes)), answer]);
  const others = total(graph.node('Where', [isOwn, graph.doubles('zero', [], [0]), exponentials]));
  const doubt = graph.node('Max', [
    graph.node('Div', [others, sum]),
    graph.doubles('least doubt', [], [1e-7]),
  ]);
  const entropyOf = graph.node('Sub', [
    graph.node('Log', [sum]),
    graph.node('Div', [total(graph.node('Mul', [exponentials, logits])), sum]),
  ]);
  const numbers = [graph.node('Div', [own, sum]), graph.node('Log', [doubt]), entropyOf];
  const together = graph.node('Concat', numbers, { axis: { int: 1 } });
  return standardised(graph, together, spec.features);
}

const range = (count: number) => Array.from({ length: count }, (_, k) => k);
