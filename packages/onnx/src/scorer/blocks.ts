import {
  type BlockSpec,
  directionOf,
  type FeatureSpec,
  makeProjection,
  projectedInputs,
  projectionMatrix,
} from '@cede/core';
import type { GraphBuilder } from '../model/builder.js';
import { standardised } from './columns.js';

/** An input for each block: `block_0` …, float32 [rows, width]. */
export const blockInputs = (graph: GraphBuilder, { blocks = [] }: FeatureSpec): string[] =>
  blocks.map(({ name, width }, b) =>
    graph.input({
      name: `block_${b}`,
      type: 'float32',
      shape: ['rows', width],
      documentation: `the numbers of ${name}`,
    }),
  );

/** Which input takes which block. */
export const blocksText = ({ blocks = [] }: FeatureSpec): string =>
  JSON.stringify(blocks.map(({ name, width }, b) => ({ input: `block_${b}`, name, width })));

/** What a scorer sees of the blocks: [rows, inputs] each. */
export function blockParts(
  graph: GraphBuilder,
  given: readonly string[],
  { columns, blocks = [] }: FeatureSpec,
): string[] {
  const made = blocks.reduce((sum, { inputs }) => sum + inputs, 0);
  let at = columns.length - made;
  return given.map((input, b) => {
    const specs = columns.slice(at, at + blocks[b].inputs);
    at += blocks[b].inputs;
    const values = graph.cast(input, 'float64');
    return standardised(graph, projected(graph, values, blocks[b]), specs);
  });
}

/** In float64 and rounded after, as core does; there the zeros are left out. */
function projected(graph: GraphBuilder, values: string, spec: BlockSpec): string {
  const { width, inputs, seed } = spec;
  if (seed === undefined) return values;
  const outputs = projectedInputs(spec);
  const projection = projectionMatrix(makeProjection(width, outputs, seed));
  const direction = directionOf(spec);
  const matrix = new Float64Array(width * inputs);
  for (let k = 0; k < width; k++) {
    matrix.set(projection.subarray(k * outputs, (k + 1) * outputs), k * inputs);
    if (direction) matrix[(k + 1) * inputs - 1] = direction[k];
  }
  const sums = graph.node('MatMul', [values, graph.doubles('projection', [width, inputs], matrix)]);
  return graph.cast(graph.cast(sums, 'float32'), 'float64');
}
