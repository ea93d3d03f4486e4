import type { CorruptionSpec } from '../corruption/corruption.js';

/** An experiment as data: everything a run needs to know, and nothing about how it is run. */
export interface Preset {
  readonly format: 'cede/preset';
  readonly version: 1;
  readonly name: string;
  readonly title: string;
  readonly dataset: string;
  readonly corruption: (CorruptionSpec & { readonly applies: CorruptedSide }) | null;
  readonly model: NetworkSpec;
  readonly expert: NetworkSpec;
  readonly training: TrainingSpec;
  /** The methods compared, by their canonical names. */
  readonly methods: readonly string[];
  /** What the curves show: `accuracy`, or `topK` for the share of labels among the K likeliest. */
  readonly targets: readonly string[];
  /** Rates of the table, as fractions. */
  readonly rates: readonly number[];
  /** Seeds the split, the corruption and the networks; scorers count their seeds from it. */
  readonly seed: number;
  /** Seeds the split of a dataset that comes without one, where it is another than `seed`. */
  readonly splitSeed?: number;
  /** The first pair's networks have this seed, where it is another than `seed`. */
  readonly firstNetworkSeed?: number;
  /** Which images are set aside, and which a corruption keeps: drawn (the default), or the first ones. */
  readonly split?: SplitRule;
  /** How many scorers are trained per method. */
  readonly seeds: number;
  /** How many pairs of networks are trained, each with scorers of its own. */
  readonly networkSeeds: number;
  readonly scorer: { readonly epochs: number; readonly batch: number };
  /** The block of the paper's table to print beside the results, if it has one. */
  readonly paper: string | null;
}

/**
 * `first` is how the authors' public data code does it: the first 50 images of a class for
 * validation, the first N of a long tail, and a coin for every image of a specialist.
 */
export type SplitRule = 'drawn' | 'first';

/** Whose training data is corrupted. */
export type CorruptedSide = 'model' | 'expert' | 'both';

export interface NetworkSpec {
  /** Layers of a ResNet 6n+2: 8, 14, 20, 32, 56 … */
  readonly depth: number;
  /** What differs from the preset's training, e.g. fewer epochs for a model that must be cheap. */
  readonly training?: Partial<TrainingSpec>;
}

/** SGD with momentum; the rate rises linearly to its full value, then falls at each milestone. */
export interface TrainingSpec {
  readonly epochs: number;
  readonly batch: number;
  readonly learningRate: number;
  readonly momentum: number;
  readonly weightDecay: number;
  readonly warmupEpochs: number;
  readonly milestones: readonly number[];
  /** What each milestone multiplies the rate by. */
  readonly decay: number;
  /** Random crops after padding by so many pixels, and mirroring left to right. */
  readonly augmentation: { readonly pad: number; readonly flip: boolean };
}

/** How one of the two networks is trained: the preset's training and what differs for it. */
export function trainingOf(preset: Preset, side: 'model' | 'expert'): TrainingSpec {
  return { ...preset.training, ...preset[side].training };
}

/** The corruption itself, without whom it concerns; of one side where one is named. */
export function corruptionOf(
  { corruption, split }: Preset,
  side?: 'model' | 'expert',
): CorruptionSpec | null {
  if (!corruption) return null;
  const { applies, ...spec } = corruption;
  if (side && applies !== 'both' && applies !== side) return null;
  return split === 'first' && spec.kind !== 'label-noise' ? { ...spec, keep: 'first' } : spec;
}

/** The seeds of the pairs of networks that a preset asks for. */
export const pairSeeds = ({ seed, firstNetworkSeed = seed, networkSeeds }: Preset): number[] =>
  Array.from({ length: networkSeeds }, (_, k) => firstNetworkSeed + k);

/** What one of the two networks is called in tables and reports. */
export function networkName(preset: Preset, side: 'model' | 'expert'): string {
  return `ResNet-${preset[side].depth}`;
}
