import { insist } from '../error.js';
import { ownColumns } from '../features/blocks.js';
import { columnWidth } from '../features/column-spec.js';
import {
  calibratedAt,
  columnsAt,
  denseCount,
  type FeatureKind,
  type FeatureSpec,
  logProbabilitiesAt,
  openingCount,
  partsOf,
  topCount,
} from '../features/spec.js';
import { layerSizes, type Network, type NetworkShape } from '../network/network.js';
import type { Scorer } from '../scorer/scorer.js';
import type { TreePair } from '../trees/pair.js';
import type { Trees } from '../trees/tree.js';

/**
 * Several scorers as one. Every member reads a part of the same inputs: straight rules add up to
 * one, a network is put onto the wider inputs with weights of 0. Chances of being right keep their
 * pair of outputs and what it weighs; everything else adds up in one output behind the pairs.
 */
export interface MixMember {
  readonly weight: number;
  readonly scorer: Scorer;
}

/** The narrowest kind that holds the inputs of all. */
export function widestKind(scorers: readonly Scorer[]): FeatureKind {
  const kinds = scorers.map(({ features }) => features.kind);
  const [first] = kinds;
  if (kinds.every((kind) => kind === first)) return first;
  const full = kinds.some((kind) => partsOf(kind).logProbabilities);
  const calibrated = kinds.some((kind) => partsOf(kind).calibrated);
  return full
    ? calibrated
      ? 'wide-full-calibrated'
      : 'wide-full'
    : calibrated
      ? 'wide-calibrated'
      : 'wide';
}

/** Units that each hidden layer needs, so that straight rules of so many pairs pass through it. */
export const unitsForPairs = (pairs: number): number => 2 * (pairs > 0 ? 2 * pairs + 1 : 1);

export function mixedScorer(members: readonly MixMember[], features: FeatureSpec): Scorer {
  const hasShares = members.some(({ scorer }) => scorer.combine === 'share-difference');
  const shares: number[] = [];
  const places = members.map(({ weight, scorer }) => {
    const pairs = scorer.combine === 'share-difference' ? (scorer.shares ?? [1]) : [];
    const from = 2 * shares.length;
    for (const share of pairs) shares.push(weight * share);
    return { from, pairs: pairs.length };
  });
  const outputs = hasShares ? 2 * shares.length + 1 : 1;
  const placed = members.flatMap(({ weight, scorer }, m) => {
    const count = scorer.networks.length;
    const { from, pairs } = places[m];
    return scorer.networks.map((network) =>
      spread(widen(network, scorer.features, features), outputs, (output) =>
        output < 2 * pairs
          ? { at: from + output, factor: 1 / count }
          : { at: outputs - 1, factor: weight / count },
      ),
    );
  });
  const straight = placed.filter(({ hidden }) => hidden.length === 0);
  const bent = placed.filter(({ hidden }) => hidden.length > 0);
  const networks =
    bent.length === 0
      ? [sum(straight)]
      : [...bent, ...(straight.length > 0 ? [bend(sum(straight), bent[0].hidden)] : [])];
  const trees = mixedTrees(members, features);
  return {
    features,
    networks: networks.map((network) => scale(network, networks.length)), // their mean is the sum
    head: 'identity',
    combine: hasShares ? 'share-difference' : 'network',
    ...(hasShares && { shares }),
    ...(trees && { trees }),
  };
}

/** The trees of the one member that has any. */
function mixedTrees(members: readonly MixMember[], to: FeatureSpec): TreePair | undefined {
  const grown = members.filter(({ scorer }) => scorer.trees);
  insist(grown.length <= 1, () => `a mix: ${grown.length} members have trees (at most one can).`);
  if (grown.length === 0) return undefined;
  const [{ weight, scorer }] = grown;
  const { share, model, expert } = scorer.trees!;
  const moved = (trees: Trees) => widenTrees(trees, scorer.features, to);
  return { share: weight * share, model: moved(model), expert: moved(expert) };
}

/** Of one kind, and with the same columns: a member may read none where the mix reads some. */
const sameInputs = (from: FeatureSpec, to: FeatureSpec): boolean =>
  from.kind === to.kind && denseCount(from) === denseCount(to);

/** The same trees on inputs that hold their own; the model's answer stays the last. */
function widenTrees(trees: Trees, from: FeatureSpec, to: FeatureSpec): Trees {
  if (sameInputs(from, to)) return trees;
  const places = inputPlaces(from, to);
  const answer = denseCount(from);
  const placeOf = (input: number) => {
    if (input < 0) return input;
    if (input === answer) return denseCount(to);
    insist(
      places[input].length === 1 && places[input][0].sign === 1,
      () => `a mix: trees on ${from.kind} inputs can't be put onto ${to.kind} ones.`,
    );
    return places[input][0].at;
  };
  return { ...trees, width: denseCount(to) + 1, inputs: trees.inputs.map(placeOf) };
}

/** The same network on inputs that hold its own: the first layer gets rows of 0 for the others. */
function widen(network: Network, from: FeatureSpec, to: FeatureSpec): Network {
  if (sameInputs(from, to)) return network;
  const [first, ...rest] = network.layers;
  const { outputs } = first;
  const dense = denseCount(to);
  const inputs = dense + to.classes;
  const weights = new Float32Array(inputs * outputs);
  inputPlaces(from, to).forEach((places, i) => {
    for (const { at, sign } of places)
      for (let j = 0; j < outputs; j++)
        weights[at * outputs + j] += sign * first.weights[i * outputs + j];
  });
  return { ...network, dense, layers: [{ ...first, inputs, weights }, ...rest] };
}

type Places = readonly { readonly at: number; readonly sign: number }[];

/** Which inputs of the wide kind make up each input of the narrower one. */
function inputPlaces(from: FeatureSpec, to: FeatureSpec): Places[] {
  const run = (start: number, count: number): Places[] =>
    Array.from({ length: count }, (_, k) => [{ at: start + k, sign: 1 }]);
  return [
    ...(partsOf(from.kind).opening === 'margins' ? marginPlaces(to) : run(0, openingCount(from))),
    ...(partsOf(from.kind).square ? run(openingCount(to), 1) : []),
    ...run(logProbabilitiesAt(to), from.logProbabilities?.length ?? 0),
    ...run(calibratedAt(to), from.calibrated?.features.length ?? 0),
    ...columnPlaces(from, to),
    ...run(denseCount(to), from.classes),
  ];
}

/** Columns stand in the same order everywhere; a block may have one more at its end in the wide kind. */
function columnPlaces(from: FeatureSpec, to: FeatureSpec): Places[] {
  const blocks = from.blocks ?? [];
  const own = ownColumns(from).reduce((sum, column) => sum + columnWidth(column), 0);
  let at = columnsAt(to);
  const run = (count: number): Places[] =>
    Array.from({ length: count }, (_, k) => [{ at: at + k, sign: 1 }]);
  const places = run(own);
  at += own;
  blocks.forEach(({ inputs }, b) => {
    places.push(...run(inputs));
    at += to.blocks![b].inputs;
  });
  return places;
}

/** The features with the directions that a member has found in wide blocks. */
export function withDirections(
  features: FeatureSpec,
  members: readonly FeatureSpec[],
): FeatureSpec {
  const found = members.filter(({ blocks = [] }) =>
    blocks.some(({ direction }) => direction !== undefined),
  );
  insist(
    found.length <= 1,
    () => `a mix: ${found.length} members have directions in blocks (at most one can).`,
  );
  if (found.length === 0) return features;
  const [{ columns, blocks }] = found;
  return { ...features, columns, blocks };
}

/** p₁, p₁ − p₂, p₁² and the entropy, among: entropy, p₁, p₂, …, p₁². */
function marginPlaces(to: FeatureSpec): Places[] {
  const [entropy, first, second, square] = [0, 1, 2, openingCount(to)].map((at) => ({
    at,
    sign: 1,
  }));
  const margin = topCount(to) > 1 ? [first, { ...second, sign: -1 }] : [first];
  return [[first], margin, [square], [entropy]];
}

/** Each output at its place among the mix's, times a factor; the other outputs get nothing. */
function spread(
  network: Network,
  outputs: number,
  place: (output: number) => { at: number; factor: number },
): Network {
  const layers = network.layers.map((layer, l) => {
    if (l < network.layers.length - 1) return layer;
    const weights = new Float32Array(layer.inputs * outputs);
    const biases = new Float32Array(outputs);
    for (let output = 0; output < layer.outputs; output++) {
      const { at, factor } = place(output);
      for (let i = 0; i < layer.inputs; i++)
        weights[i * outputs + at] += factor * layer.weights[i * layer.outputs + output];
      biases[at] += factor * layer.biases[output];
    }
    return { inputs: layer.inputs, outputs, weights, biases };
  });
  return { ...network, outputs, layers };
}

function scale(network: Network, factor: number): Network {
  return spread(network, network.outputs, (at) => ({ at, factor }));
}

function sum(networks: readonly Network[]): Network {
  const [first] = networks;
  const added = (of: (network: Network) => Float32Array) =>
    of(first).map((_, k) => networks.reduce((total, network) => total + of(network)[k], 0));
  const [layer] = first.layers;
  const weights = added(({ layers }) => layers[0].weights);
  const biases = added(({ layers }) => layers[0].biases);
  return { ...first, layers: [{ ...layer, weights, biases }] };
}

/** Straight rules in the shape of a network: z = max(0, z) − max(0, −z), through every layer. */
function bend(straight: Network, hidden: readonly number[]): Network {
  const shape: NetworkShape = { ...straight, hidden };
  const sizes = layerSizes(shape);
  const [rule] = straight.layers;
  const rules = straight.outputs;
  insist(
    hidden.every((width) => width >= 2 * rules),
    () =>
      `a mix: hidden layers of ${hidden.join(' and ')} units are too narrow for its straight rules beside networks. Give each at least ${2 * rules}.`,
  );
  const layers = sizes.map(([inputs, outputs], l) => {
    const weights = new Float32Array(inputs * outputs);
    const biases = new Float32Array(outputs);
    for (let o = 0; o < rules; o++) {
      const [up, down] = [2 * o, 2 * o + 1];
      if (l === 0) {
        for (let i = 0; i < inputs; i++) {
          weights[i * outputs + up] = rule.weights[i * rules + o];
          weights[i * outputs + down] = -rule.weights[i * rules + o];
        }
        biases[up] = rule.biases[o];
        biases[down] = -rule.biases[o];
      } else if (l < sizes.length - 1) {
        weights[up * outputs + up] = 1;
        weights[down * outputs + down] = 1;
      } else {
        weights[up * outputs + o] = 1;
        weights[down * outputs + o] = -1;
      }
    }
    return { inputs, outputs, weights, biases };
  });
  return { ...shape, layers };
}
