import { InputError, insist } from '../error.js';
import { fitFeatures } from '../features/fit-spec.js';
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
import type { FitOptions, Fitted, Method } from './method.js';
import { fittedScorer } from './network-fit.js';

/**
 * A weighted sum of the scores of several methods, `mix:0.7*ridge+calibrated:0.3*diff01+calibrated`.
 * The weights are for raw scores and come from cross-validation (auto/mix-weights.ts).
 *
 * Every member reads a part of the same inputs, so the mix is one scorer: straight rules add up to
 * one, and a network is put onto the wider inputs with weights of 0. Policies, browsers and ONNX
 * files need to know nothing of it.
 */
export const MIX = 'mix:';

interface Part {
  readonly weight: number;
  readonly method: Method;
}

export function mix(name: string, find: (name: string) => Method): Method {
  const parts = parseMix(name, find);
  return {
    name: printMix(parts.map(({ weight, method }) => ({ weight, name: method.name }))),
    family: 'comparison',
    seeded: parts.some(({ method }) => method.seeded),
    deployable: true,
    whyUnusable: (table, expert) =>
      parts.reduce<InputError | null>(
        (reason, { method }) => reason ?? method.whyUnusable(table, expert),
        null,
      ),
    fit: (table, options = {}) => {
      const fitted = parts.map((part) => ({
        ...part,
        ...scorerOf(part.method, part.method.fit(table, memberOptions(parts, options))),
      }));
      const { features } = fitFeatures(table, widestKind(fitted.map(({ scorer }) => scorer)));
      return fittedScorer(together(fitted, features));
    },
  };
}

/** The name of a mix: weights to three digits. */
export const printMix = (
  parts: readonly { readonly weight: number; readonly name: string }[],
): string =>
  MIX + parts.map(({ weight, name }) => `${Number(weight.toPrecision(3))}*${name}`).join(':');

/** How a sentence calls a method: a mix by the number of its members, others by their name. */
export const spokenMethod = (name: string): string =>
  name.startsWith(MIX) ? `a mix of ${name.slice(MIX.length).split(':').length} methods` : name;

/** Whether a method's scores can be mixed: what is neither a straight rule nor a plain network can't. */
export const isMixable = ({ name }: Method): boolean =>
  !/^(logistic|two-stage|maxprob|mix:)/.test(name) && !/-(lsif|kliep)/.test(name);

function parseMix(name: string, find: (name: string) => Method): Part[] {
  const parts = name
    .slice(MIX.length)
    .split(':')
    .map((text) => {
      const [weight, method] = text.split(/\*(.*)/s);
      if (!(Number(weight) > 0) || !method)
        throw new InputError(
          `method "${name}": "${text}" is not understood. A mix is mix:<weight>*<method>:<weight>*<method>, such as mix:0.6*ridge:0.4*diff01.`,
          'unknown-name',
          { what: 'method', name },
        );
      return { weight: Number(weight), method: find(method) };
    });
  const odd = parts.find(({ method }) => !isMixable(method));
  if (odd)
    throw new InputError(
      `method "${name}": ${odd.method.name} can't be mixed, because its score is no plain sum. Leave it out.`,
    );
  return parts;
}

/** The networks to average are shared out among the members that train any. */
function memberOptions(parts: readonly Part[], options: FitOptions): FitOptions {
  const trained = parts.filter(({ method }) => method.seeded).length;
  const { members } = options;
  return {
    ...options,
    ...(members !== undefined && trained > 1 && { members: Math.ceil(members / trained) }),
  };
}

interface Member {
  readonly weight: number;
  readonly scorer: Scorer;
}

/** The model's confidence is a straight rule too: 1 for the largest probability. */
function scorerOf(method: Method, { scorer }: Fitted): { scorer: Scorer } {
  if (scorer!.combine === 'confidence') {
    const { classes } = scorer!.features;
    const features: FeatureSpec = { kind: 'paper', classes, columns: [] };
    const shape = { dense: openingCount(features), classes, hidden: [], outputs: 1 };
    const weights = new Float32Array(shape.dense + classes);
    weights[1] = 1; // behind the entropy
    const layer = { inputs: weights.length, outputs: 1, weights, biases: new Float32Array(1) };
    const network = { ...shape, layers: [layer] };
    return { scorer: { features, networks: [network], head: 'identity', combine: 'network' } };
  }
  insist(
    scorer!.combine === 'network' && scorer!.head === 'identity',
    () => `method ${method.name}: its score is no plain sum, so it can't be mixed.`,
  );
  return { scorer: scorer! };
}

/** The narrowest kind that holds the inputs of all. */
function widestKind(scorers: readonly Scorer[]): FeatureKind {
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

/** One list of networks of one shape, on the widest inputs; a mean of them is the weighted sum. */
function together(members: readonly Member[], features: FeatureSpec): Scorer {
  const scaled = members.flatMap(({ weight, scorer }) =>
    scorer.networks.map((network) =>
      scale(widen(network, scorer.features, features), weight / scorer.networks.length),
    ),
  );
  const straight = scaled.filter(({ hidden }) => hidden.length === 0);
  const bent = scaled.filter(({ hidden }) => hidden.length > 0);
  const networks =
    bent.length === 0
      ? [sum(straight)]
      : [...bent, ...(straight.length > 0 ? [bend(sum(straight), bent[0].hidden)] : [])];
  const count = networks.length;
  return {
    features,
    networks: networks.map((network) => scale(network, count)),
    head: 'identity',
    combine: 'network',
  };
}

/** The same network on inputs that hold its own: the first layer gets rows of 0 for the others. */
function widen(network: Network, from: FeatureSpec, to: FeatureSpec): Network {
  if (from.kind === to.kind) return network;
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
    ...run(columnsAt(to), denseCount(from) - columnsAt(from)),
    ...run(denseCount(to), from.classes),
  ];
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

function scale(network: Network, factor: number): Network {
  const layers = network.layers.map((layer, l) =>
    l < network.layers.length - 1
      ? layer
      : {
          ...layer,
          weights: layer.weights.map((value) => factor * value),
          biases: layer.biases.map((value) => factor * value),
        },
  );
  return { ...network, layers };
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

/** A straight rule in the shape of a network: z = max(0, z) − max(0, −z), through every layer. */
function bend(straight: Network, hidden: readonly number[]): Network {
  const shape: NetworkShape = { ...straight, hidden };
  const sizes = layerSizes(shape);
  const [rule] = straight.layers;
  const layers = sizes.map(([inputs, outputs], l) => {
    const weights = new Float32Array(inputs * outputs);
    const biases = new Float32Array(outputs);
    if (l === 0) {
      rule.weights.forEach((value, i) => {
        weights[i * outputs] = value;
        weights[i * outputs + 1] = -value;
      });
      biases[0] = rule.biases[0];
      biases[1] = -rule.biases[0];
    } else if (l < sizes.length - 1) {
      weights[0] = 1;
      weights[outputs + 1] = 1;
    } else {
      weights[0] = 1;
      weights[1] = -1;
    }
    return { inputs, outputs, weights, biases };
  });
  return { ...shape, layers };
}
