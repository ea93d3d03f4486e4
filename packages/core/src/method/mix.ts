import { InputError, insist } from '../error.js';
import { fitFeatures } from '../features/fit-spec.js';
import { type FeatureSpec, openingCount } from '../features/spec.js';
import type { Scorer } from '../scorer/scorer.js';
import type { FitOptions, Fitted, Method } from './method.js';
import { mixedScorer, widestKind, withDirections } from './mix-scorer.js';
import { fittedScorer } from './network-fit.js';

/**
 * A weighted sum of the scores of several methods, `mix:0.7*ridge+calibrated:0.3*diff01+calibrated`.
 * The weights are for raw scores and come from cross-validation (auto/mix-weights.ts).
 *
 * Every member reads a part of the same inputs, so the mix is one scorer (mix-scorer.ts).
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
        ...scorerOf(part.method, part.method.fit(table, memberOptions(parts, part, options))),
      }));
      const { features } = fitFeatures(table, widestKind(fitted.map(({ scorer }) => scorer)));
      const all = withDirections(
        features,
        fitted.map(({ scorer }) => scorer.features),
      );
      return fittedScorer(mixedScorer(fitted, all));
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

/** Whether a method's scores can be mixed: those that subtract a network from the confidence can't. */
export const isMixable = ({ name }: Method): boolean =>
  !/^(two-stage|maxprob|mix:)/.test(name) && !/-(lsif|kliep)/.test(name);

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

/** The networks to average are shared out by what members weigh: little of one needs little averaging. */
function memberOptions(parts: readonly Part[], { weight }: Part, options: FitOptions): FitOptions {
  const { members } = options;
  if (members === undefined) return options;
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  return { ...options, members: Math.max(1, Math.round((members * weight) / total)) };
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
    /^(network|share-difference)$/.test(scorer!.combine) && scorer!.head === 'identity',
    () => `method ${method.name}: its score is no plain sum, so it can't be mixed.`,
  );
  return { scorer: scorer! };
}
