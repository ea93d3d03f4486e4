import { mostOff } from '@cede/core';
import type { GraphBuilder } from '../model/builder.js';

/** A sum this close to 1 is rounding; such a row is left as it is. Wider than core's: the graph adds in Float32. */
const ROUNDING = 1e-6;

/**
 * Rows whose sum is off, but within what core may take, are divided by it, as everywhere in cede. A
 * graph can't refuse the others (logits, say) as core does: they pass as they are. Nor does it ask
 * whether numbers were rounded to two decimals: rows that core would refuse for that have no answer
 * to differ from.
 */
export function normalise(graph: GraphBuilder, probabilities: string, classes: number): string {
  const sum = graph.node('ReduceSum', [probabilities, graph.integers('axes', [1])]);
  const one = graph.floats('one', [], [1]);
  const off = graph.node('Abs', [graph.node('Sub', [sum, one])]);
  const rounding = graph.floats('rounding', [], [ROUNDING]);
  const tolerance = graph.floats('tolerance', [], [mostOff(classes)]);
  const needed = graph.node('And', [
    graph.node('Greater', [off, rounding]),
    graph.node('LessOrEqual', [off, tolerance]),
  ]);
  return graph.node('Div', [probabilities, graph.node('Where', [needed, sum, one])]);
}
