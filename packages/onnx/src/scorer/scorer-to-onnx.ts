import { type ColumnSpec, denseCount, insist, ownColumns, type Scorer } from '@cede/core';
import { GraphBuilder } from '../model/builder.js';
import { encodeModel } from '../model/encode.js';
import { blockInputs, blocksText } from './blocks.js';
import { addFeatures, confidence, type InputNames } from './features.js';
import { addNetworks } from './networks.js';
import { normalise } from './normalise.js';
import { shareDifference } from './shares.js';
import { roundDown } from './threshold.js';

/** What becomes a file: a scorer, the threshold set for it, and what a reader should know of both. */
export interface ExportedScorer {
  readonly scorer: Scorer;
  /** One an output; a score at or under it defers. −∞ never defers, ∞ always. */
  readonly thresholds: readonly number[];
  /** Names of the classes, in the order of the probabilities. */
  readonly classes?: readonly string[];
  /** The policy's id, kept in the file's metadata. */
  readonly id?: string;
  /** Further pairs for the metadata. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * An ONNX file: `probabilities` (float32 [rows, classes]) and, where the scorer reads them,
 * `columns` (float32 [rows, k]) go in; `score` (float32 [rows]) and `defer` (bool [rows]) come out.
 * Rows of probabilities should sum to 1; see normalise.ts for those that don't.
 */
export function scorerToOnnx(exported: ExportedScorer): Uint8Array {
  const { scorer, thresholds } = exported;
  validate(exported);
  const { features } = scorer;
  const graph = new GraphBuilder();
  const given =
    features.classes > 0
      ? graph.input({
          name: 'probabilities',
          type: 'float32',
          shape: ['rows', features.classes],
          documentation: "the model's class probabilities",
        })
      : undefined;
  const own = ownColumns(features);
  const usesColumns = scorer.combine !== 'confidence' && own.length > 0;
  const names = own.map(({ name }) => name);
  const columns = usesColumns
    ? graph.input({
        name: 'columns',
        type: 'float32',
        shape: ['rows', names.length],
        documentation: columnsText(own),
      })
    : undefined;

  const probabilities = given && normalise(graph, given, features.classes);
  const blocks = scorer.combine === 'confidence' ? [] : blockInputs(graph, features);
  const score = addScore(graph, scorer, { probabilities, columns, blocks });
  graph.node('Squeeze', [score, graph.integers('axes', [1])], undefined, 'score');
  const threshold = graph.floats('threshold', [], [roundDown(thresholds[0])]);
  graph.node('LessOrEqual', ['score', threshold], undefined, 'defer');
  graph.output({
    name: 'score',
    type: 'float32',
    shape: ['rows'],
    documentation: 'low = hand over',
  });
  graph.output({
    name: 'defer',
    type: 'bool',
    shape: ['rows'],
    documentation: `true where score <= ${thresholds[0]}`,
  });

  return encodeModel({
    graph: graph.finish('cede'),
    producer: { name: 'cede' },
    documentation: 'A deferral policy: the score of each row, and whether to hand it over.',
    metadata: {
      ...(exported.id !== undefined && { 'cede.policy': exported.id }),
      'cede.threshold': String(thresholds[0]),
      ...(exported.classes?.length && { 'cede.classes': JSON.stringify(exported.classes) }),
      ...(usesColumns && { 'cede.columns': JSON.stringify(names), ...levelsOf(own) }),
      ...(blocks.length > 0 && { 'cede.blocks': blocksText(features) }),
      ...exported.metadata,
    },
  });
}

function columnsText(columns: readonly ColumnSpec[]): string {
  const names = columns.map(({ name, levels }) =>
    levels ? `${name} (the place of its level in cede.levels)` : name,
  );
  return `feature columns, in this order: ${names.join(', ')}`;
}

/** The places that stand for levels, and the columns in which NaN stands for a gap. */
function levelsOf(columns: readonly ColumnSpec[]): Record<string, string> {
  const categories = columns.flatMap(({ name, levels }) => (levels ? [[name, levels]] : []));
  const gaps = columns.filter(({ missing }) => missing).map(({ name }) => name);
  return {
    ...(categories.length > 0 && {
      'cede.levels': JSON.stringify(Object.fromEntries(categories)),
    }),
    ...(gaps.length > 0 && { 'cede.missing': JSON.stringify(gaps) }),
  };
}

/** The score as [rows, 1]. */
function addScore(graph: GraphBuilder, scorer: Scorer, inputs: InputNames): string {
  const { probabilities } = inputs;
  if (scorer.combine === 'confidence') return confidence(graph, probabilities!);
  const features = addFeatures(graph, scorer.features, inputs);
  const network = addNetworks(graph, scorer, features);
  if (scorer.combine === 'network') return network;
  if (scorer.combine === 'share-difference')
    return shareDifference(graph, scorer, network, features);
  return graph.node('Sub', [confidence(graph, probabilities!), network]);
}

function validate({ scorer, thresholds, classes }: ExportedScorer): void {
  const { features, networks, combine } = scorer;
  insist(
    !combine.startsWith('confidence') || features.classes > 0,
    () => `onnx export: a "${combine}" scorer needs class probabilities, and this one has none.`,
  );
  insist(
    combine === 'confidence' || networks.length > 0,
    () => `onnx export: a "${combine}" scorer needs a network, and this one has none.`,
  );
  const pairs = scorer.shares?.length ?? 1;
  const outputs =
    combine !== 'share-difference' ? [1] : scorer.shares ? [2 * pairs, 2 * pairs + 1] : [2];
  networks.forEach((network, i) => {
    insist(
      outputs.includes(network.outputs),
      () =>
        `onnx export, network ${i + 1}: has ${network.outputs} outputs (expected ${outputs.join(' or ')}). Export a scorer for one expert.`,
    );
    const dense = denseCount(features);
    insist(
      network.dense === dense && network.classes === features.classes,
      () =>
        `onnx export, network ${i + 1}: reads ${network.dense} features and ${network.classes} classes (expected ${dense} and ${features.classes}).`,
    );
  });
  insist(
    thresholds.length === 1 && !Number.isNaN(thresholds[0]),
    () => `onnx export: thresholds are [${thresholds.join(', ')}] (expected one number).`,
  );
  insist(
    classes === undefined || features.classes === 0 || classes.length === features.classes,
    () => `onnx export: ${classes?.length} class names for ${features.classes} probabilities.`,
  );
}
