import { knownName } from '../features/blocks.js';
import { columnWidth } from '../features/column-spec.js';
import { rowFeatures } from '../features/row.js';
import { denseCount, type FeatureSpec, openingCount, partsOf } from '../features/spec.js';
import { type FeatureValue, valueReader } from '../features/values.js';
import { sigmoid } from '../math/softplus.js';
import type { Network } from '../network/network.js';
import { CALIBRATED_FEATURES } from '../probabilities/calibration.js';
import { activationsOf } from './reference.js';
import type { Scorer } from './scorer.js';

/** How much one input moved a score away from that of an average row. */
export interface Influence {
  readonly name: string;
  /** Gradient × (input − its mean over the fitting rows): below 0 it spoke for handing over. */
  readonly effect: number;
}

/** Tells which inputs moved a score most. */
export type Explainer = (
  probabilities: ArrayLike<number>,
  columns: ArrayLike<FeatureValue>,
  most?: number,
) => Influence[];

/** So many are told unless asked otherwise. */
const MOST = 3;

/**
 * The inputs that moved a score most, to first order. Standardised inputs have mean 0; the means of
 * the others (entropy, the largest probabilities) are `means`, in the order of the row, and without
 * them those inputs are left out. The one-hot of the predicted class is no number and left out too.
 */
export function createExplainer(
  scorer: Scorer,
  classes: readonly string[],
  means?: readonly number[],
): Explainer {
  const { features, networks, combine } = scorer;
  const names = inputNames(features, classes);
  const opening = openingCount(features);
  const from = means?.length === opening ? 0 : opening;
  const dense = new Float32Array(denseCount(features));
  const gradient = new Float64Array(dense.length);
  const values = valueReader(features);
  return (probabilities, columns, most = MOST) => {
    values.read(columns);
    const predicted = rowFeatures(features, probabilities, 0, (j) => values.codes[j], dense, 0);
    gradient.fill(0);
    for (const network of networks) addGradient(network, scorer.head, dense, predicted, gradient);
    const sign = combine === 'confidence-minus-network' ? -1 : 1;
    const found: { name: string; effect: number }[] = [];
    for (let i = from; i < dense.length; i++) {
      const mean = i < opening ? means![i] : 0;
      const slope = (sign * gradient[i]) / Math.max(1, networks.length);
      const effect = slope * (dense[i] - mean);
      const name = names[i] ?? `input ${i + 1}`;
      // The levels of a category, and whether a value is missing, are inputs of one column.
      const last = found.at(-1);
      if (last?.name === name) last.effect += effect;
      else found.push({ name, effect });
    }
    // The model's confidence is part of these scores itself, with slope 1.
    if (combine !== 'network' && classes.length > 0 && means && from === 0) {
      const at = confidenceAt(features);
      if (at !== undefined) found.push({ name: CONFIDENCE, effect: dense[at] - means[at] });
    }
    return found
      .filter(({ effect }) => effect !== 0)
      .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
      .slice(0, most);
  };
}

const CONFIDENCE = "the model's confidence";

/** Where in a row the largest probability stands. */
function confidenceAt({ kind }: FeatureSpec): number | undefined {
  return { largest: 1, margins: 0, none: undefined }[partsOf(kind).opening];
}

/** Adds ∂output/∂input of one network at one row: one pass forward, one back. */
function addGradient(
  network: Network,
  head: Scorer['head'],
  dense: ArrayLike<number>,
  predicted: number,
  into: Float64Array,
): void {
  const activations = activationsOf(network, dense, Math.max(0, predicted));
  const last = network.layers.length - 1;
  let slopes = new Float64Array(network.outputs);
  slopes[0] = head === 'softplus' ? sigmoid(activations[last][0]) : 1;
  for (let l = last; l >= 0; l--) {
    const { outputs, weights } = network.layers[l];
    const inputs = l === 0 ? network.dense : activations[l - 1].length;
    const before = new Float64Array(inputs);
    for (let i = 0; i < inputs; i++) {
      if (l > 0 && activations[l - 1][i] === 0) continue; // ReLU is flat there
      let sum = 0;
      for (let j = 0; j < outputs; j++) sum += slopes[j] * weights[i * outputs + j];
      before[i] = sum;
    }
    slopes = before;
  }
  for (let i = 0; i < into.length; i++) into[i] += slopes[i];
}

/** What each number of a row is, for people. */
export function inputNames(spec: FeatureSpec, classes: readonly string[]): string[] {
  const { opening } = partsOf(spec.kind);
  const first = openingCount(spec);
  const opened =
    opening === 'largest'
      ? ['entropy', ...Array.from({ length: first - 1 }, (_, k) => ordinalProbability(k + 1))]
      : opening === 'margins'
        ? [CONFIDENCE, 'lead over the second class', 'squared confidence', 'entropy']
        : [];
  return [
    ...opened,
    ...(spec.logProbabilities ?? []).map((_, c) => `log-probability of ${classes[c] ?? c}`),
    ...(spec.calibrated ? CALIBRATED_FEATURES.map((name) => `calibrated ${name}`) : []),
    ...spec.columns.flatMap((column, j) => Array(columnWidth(column)).fill(knownName(spec, j))),
  ];
}

const ordinalProbability = (k: number) =>
  k === 1 ? 'largest probability' : `${k}${['', '', 'nd', 'rd'][k] ?? 'th'} largest probability`;
