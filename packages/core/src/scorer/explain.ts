import { knownName } from '../features/blocks.js';
import { columnWidth } from '../features/column-spec.js';
import { rowFeatures } from '../features/row.js';
import { denseCount, type FeatureSpec, openingCount, partsOf } from '../features/spec.js';
import { type FeatureValue, valueReader } from '../features/values.js';
import { sigmoid } from '../math/softplus.js';
import { CALIBRATED_FEATURES } from '../probabilities/calibration.js';
import { treesLogit } from '../trees/tree.js';
import { gradientOf, type OutputSlopes } from './gradient.js';
import { activationsOf } from './reference.js';
import type { FeatureRow } from './row-scorer.js';
import type { Scorer } from './scorer.js';

/** How much one input moved a score away from that of an average row. */
export interface Influence {
  readonly name: string;
  /** Gradient × (input − its mean over the fitting rows): below 0 it spoke for handing over. */
  readonly effect: number;
}

/** Tells which inputs moved a score most. Where the row has just been scored, `row` spares its features. */
export type Explainer = (
  probabilities: ArrayLike<number>,
  columns: ArrayLike<FeatureValue>,
  most?: number,
  row?: FeatureRow,
) => Influence[];

/** So many are told unless asked otherwise. */
const MOST = 3;

/**
 * The inputs that moved a score most, to first order. Standardised inputs have mean 0; the means of
 * the others (entropy, the largest probabilities) are `means`, in the order of the row, and without
 * them those inputs are left out. The one-hot of the predicted class is no number and left out too.
 * Trees have no slope: there an input's effect is what the score moves by when it takes its mean.
 */
export function createExplainer(
  scorer: Scorer,
  classes: readonly string[],
  means?: readonly number[],
): Explainer {
  const { features, networks, combine } = scorer;
  const opening = openingCount(features);
  const from = means?.length === opening ? 0 : opening;
  const dense = new Float32Array(denseCount(features));
  const gradient = new Float64Array(dense.length);
  const gradients = networks.map((network) => gradientOf(network));
  const values = valueReader(features);
  const column = (j: number) => values.codes[j];
  const { names, place } = namedInputs(inputNames(features, classes), from, dense.length);
  // The model's confidence is part of these scores itself, with slope 1.
  const confidence =
    combine.startsWith('confidence') && classes.length > 0 && means && from === 0
      ? confidenceAt(features)
      : undefined;
  if (confidence !== undefined) names.push(CONFIDENCE);
  const effects = new Float64Array(names.length);
  const sign = combine === 'confidence-minus-network' ? -1 : 1;
  const read = (probabilities: ArrayLike<number>, columns: ArrayLike<FeatureValue>) => {
    values.read(columns);
    return rowFeatures(features, probabilities, 0, column, dense, 0);
  };
  return (probabilities, columns, most = MOST, row) => {
    if (row) dense.set(row.dense);
    const predicted = row ? row.predicted() : read(probabilities, columns);
    gradient.fill(0);
    const slopes = outputSlopes(scorer, dense, predicted);
    for (const add of gradients) add(slopes, dense, predicted, gradient);
    effects.fill(0);
    for (let i = from; i < dense.length; i++) {
      const mean = i < opening ? means![i] : 0;
      const slope = (sign * gradient[i]) / Math.max(1, networks.length);
      effects[place[i]] +=
        slope * (dense[i] - mean) +
        (scorer.trees ? treesEffect(scorer, dense, predicted, i, mean) : 0);
    }
    if (confidence !== undefined)
      effects[effects.length - 1] = dense[confidence] - means![confidence];
    return largestEffects(names, effects, most);
  };
}

/** The levels of a category, and whether a value is missing, are inputs of one column. */
function namedInputs(
  all: readonly string[],
  from: number,
  count: number,
): { names: string[]; place: Int32Array } {
  const names: string[] = [];
  const place = new Int32Array(count);
  for (let i = from; i < count; i++) {
    const name = all[i] ?? `input ${i + 1}`;
    if (names.at(-1) !== name) names.push(name);
    place[i] = names.length - 1;
  }
  return { names, place };
}

/** The first of equals first, none that is 0. Uses up `effects`. */
function largestEffects(
  names: readonly string[],
  effects: Float64Array,
  most: number,
): Influence[] {
  const found: Influence[] = [];
  while (found.length < most) {
    let best = -1;
    let size = 0;
    for (let k = 0; k < effects.length; k++)
      if (Math.abs(effects[k]) > size) {
        best = k;
        size = Math.abs(effects[k]);
      }
    if (best < 0) break;
    found.push({ name: names[best], effect: effects[best] });
    effects[best] = 0;
  }
  return found;
}

const CONFIDENCE = "the model's confidence";

/** Where in a row the largest probability stands. */
function confidenceAt({ kind }: FeatureSpec): number | undefined {
  return { largest: 1, margins: 0, none: undefined }[partsOf(kind).opening];
}

/** Shares bend at the mean of all networks; a head at each network's own output. */
function outputSlopes(
  { networks, head, combine, shares = [1] }: Scorer,
  dense: ArrayLike<number>,
  predicted: number,
): OutputSlopes {
  if (combine !== 'share-difference')
    return head === 'softplus' ? (raw) => firstOnly(sigmoid(raw[0]), raw.length) : onlyFirst;
  const means = new Float64Array(networks[0].outputs);
  for (const network of networks)
    activationsOf(network, dense, Math.max(0, predicted))
      .at(-1)!
      .forEach((value, o) => {
        means[o] += value / networks.length;
      });
  const found = means.map((mean, o) => {
    const share = shares[o >> 1];
    const chance = sigmoid(mean);
    return share === undefined ? 1 : (o % 2 === 0 ? share : -share) * chance * (1 - chance);
  });
  return () => found;
}

/** The first output alone counts. */
const firstOnly = (slope: number, outputs: number): number[] => {
  const slopes: number[] = [slope];
  while (slopes.length < outputs) slopes.push(0);
  return slopes;
};

const onlyFirst: OutputSlopes = (raw) => firstOnly(1, raw.length);

/** What the trees' part of a score loses when one input takes its mean. */
function treesEffect(
  { trees }: Scorer,
  dense: Float32Array,
  predicted: number,
  input: number,
  mean: number,
): number {
  const difference = () =>
    sigmoid(treesLogit(trees!.model, dense, 0, Math.max(0, predicted))) -
    sigmoid(treesLogit(trees!.expert, dense, 0, Math.max(0, predicted)));
  const found = difference();
  const kept = dense[input];
  dense[input] = mean;
  const without = difference();
  dense[input] = kept;
  return trees!.share * (found - without);
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
    ...(partsOf(spec.kind).square ? ['squared confidence'] : []),
    ...(spec.logProbabilities ?? []).map((_, c) => `log-probability of ${classes[c] ?? c}`),
    ...(spec.calibrated ? CALIBRATED_FEATURES.map((name) => `calibrated ${name}`) : []),
    ...spec.columns.flatMap((column, j) => Array(columnWidth(column)).fill(knownName(spec, j))),
  ];
}

const ordinalProbability = (k: number) =>
  k === 1 ? 'largest probability' : `${k}${['', '', 'nd', 'rd'][k] ?? 'th'} largest probability`;
