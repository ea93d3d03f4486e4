import type { ColumnSpec, Standardised } from '@cede/core';
import type { GraphBuilder } from '../model/builder.js';

/**
 * Feature columns as nodes: [rows, inputs] parts in their order. Numbers without gaps that stand
 * beside each other are one part. Of a category the graph reads the place of its level
 * (`cede.levels`); every other number is "other". NaN is missing.
 */
export function columnParts(
  graph: GraphBuilder,
  columns: string,
  specs: readonly ColumnSpec[],
): string[] {
  const isPlain = ({ levels, missing }: ColumnSpec) => !levels && !missing;
  const all = (from: number, to: number) =>
    from === 0 && to === specs.length ? columns : picked(graph, columns, from, to);
  const parts: string[] = [];
  for (let from = 0; from < specs.length; ) {
    let to = from + 1;
    if (isPlain(specs[from])) {
      while (to < specs.length && isPlain(specs[to])) to++;
      const plain = graph.cast(all(from, to), 'float64');
      parts.push(standardised(graph, plain, specs.slice(from, to)));
    } else parts.push(...oneColumn(graph, all(from, to), specs[from]));
    from = to;
  }
  return parts;
}

function picked(graph: GraphBuilder, columns: string, from: number, to: number): string {
  const places = Array.from({ length: to - from }, (_, k) => from + k);
  return graph.node('Gather', [columns, graph.integers('places', places)], { axis: { int: 1 } });
}

/** A category, or a number that may be missing; `values` is float32 [rows, 1]. */
function oneColumn(graph: GraphBuilder, values: string, spec: ColumnSpec): string[] {
  const isMissing = graph.node('IsNaN', [values]);
  const parts = spec.levels
    ? levelInputs(graph, values, isMissing, spec)
    : [filled(graph, values, isMissing, spec)];
  return spec.missing === 'indicator' ? [...parts, graph.cast(isMissing, 'float32')] : parts;
}

function levelInputs(
  graph: GraphBuilder,
  values: string,
  isMissing: string,
  { levels = [], other }: ColumnSpec,
): string[] {
  const places = graph.floats('levels', [levels.length], [...levels.keys()]);
  const oneHot = graph.cast(graph.node('Equal', [values, places]), 'float32');
  if (!other) return levels.length > 0 ? [oneHot] : [];
  const known = graph.node('ReduceSum', [oneHot, graph.integers('axes', [1])], {
    keepdims: { int: 1 },
  });
  const one = graph.floats('one', [], [1]);
  const rest = graph.node('Sub', [
    graph.node('Sub', [one, known]),
    graph.cast(isMissing, 'float32'),
  ]);
  return [oneHot, rest];
}

function filled(graph: GraphBuilder, values: string, isMissing: string, spec: ColumnSpec): string {
  const mean = graph.doubles('mean', [], [spec.mean]);
  const known = graph.node('Where', [isMissing, mean, graph.cast(values, 'float64')]);
  return standardised(graph, known, [spec]);
}

/** (value − mean) / deviation of a float64 [rows, k], given back as float32. */
export function standardised(
  graph: GraphBuilder,
  values: string,
  features: readonly Standardised[],
): string {
  const shape = [features.length];
  const means = graph.doubles(
    'means',
    shape,
    features.map(({ mean }) => mean),
  );
  const deviations = graph.doubles(
    'deviations',
    shape,
    features.map(({ deviation }) => deviation),
  );
  const centred = graph.node('Sub', [values, means]);
  return graph.cast(graph.node('Div', [centred, deviations]), 'float32');
}
