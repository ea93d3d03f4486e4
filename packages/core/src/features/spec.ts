import { InputError, insist } from '../error.js';
import {
  CALIBRATED_FEATURES,
  PROBABILITY_FLOOR,
  type ProbabilityCalibration,
} from '../probabilities/calibration.js';
import { type BlockSpec, validateBlocks } from './blocks.js';
import { type ColumnSpec, columnWidth, type Standardised, validateColumn } from './column-spec.js';

/**
 * What a scorer sees of a row. Serialisable: it travels inside the policy.
 * - `paper`: entropy, the 10 largest probabilities, one-hot of the predicted class;
 * - `full`: the same, and all log-probabilities, standardised;
 * - `calibrated`: `paper`, and three numbers of the calibrated probabilities, standardised;
 * - `linear`: p₁, p₁ − p₂, p₁², entropy, one-hot (the baseline's);
 * - `linear-calibrated`: `linear`, and the three numbers;
 * - `linear-full`, `linear-full-calibrated`: these two, and all log-probabilities;
 * - `wide…`: `paper` and the square of the largest probability, so that everything above is a sum of
 *   these inputs (`wide`, `wide-calibrated`, `wide-full`, `wide-full-calibrated`): what a mix reads;
 * - `columns`: the table's feature columns alone.
 * Every kind may append feature columns: numbers standardised, categories one-hot (column-spec.ts).
 */
export type FeatureKind =
  | 'paper'
  | 'full'
  | 'calibrated'
  | 'linear'
  | 'linear-calibrated'
  | 'linear-full'
  | 'linear-full-calibrated'
  | 'wide'
  | 'wide-calibrated'
  | 'wide-full'
  | 'wide-full-calibrated'
  | 'columns';

/** What a kind is made of; a new kind is one line. */
interface KindParts {
  /** The numbers it begins with. */
  readonly opening: 'largest' | 'margins' | 'none';
  /** The square of the largest probability. */
  readonly square?: true;
  readonly logProbabilities?: true;
  readonly calibrated?: true;
}

const KINDS: Readonly<Record<FeatureKind, KindParts>> = {
  paper: { opening: 'largest' },
  full: { opening: 'largest', logProbabilities: true },
  calibrated: { opening: 'largest', calibrated: true },
  linear: { opening: 'margins' },
  'linear-calibrated': { opening: 'margins', calibrated: true },
  'linear-full': { opening: 'margins', logProbabilities: true },
  'linear-full-calibrated': { opening: 'margins', logProbabilities: true, calibrated: true },
  wide: { opening: 'largest', square: true },
  'wide-calibrated': { opening: 'largest', square: true, calibrated: true },
  'wide-full': { opening: 'largest', square: true, logProbabilities: true },
  'wide-full-calibrated': {
    opening: 'largest',
    square: true,
    logProbabilities: true,
    calibrated: true,
  },
  columns: { opening: 'none' },
};

/** Every kind of features a scorer can take. */
export const FEATURE_KINDS = Object.keys(KINDS) as readonly FeatureKind[];

/** What a kind of features is made of. */
export const partsOf = (kind: FeatureKind): KindParts => KINDS[kind];

/** What goes into a scorer: the kind of features, and for how many classes. */
export interface FeatureSpec {
  readonly kind: FeatureKind;
  /** Number of classes; 0 for `columns`. */
  readonly classes: number;
  readonly columns: readonly ColumnSpec[];
  /** Blocks of numbers; what comes of them stands at the end of the columns. */
  readonly blocks?: readonly BlockSpec[];
  /** For `full`: one entry a class. */
  readonly logProbabilities?: readonly Standardised[];
  /** For kinds with calibrated probabilities. */
  readonly calibrated?: CalibratedSpec;
}

/** What a reader of a policy must know to compute such features (`requires`). */
export const CALIBRATED_INPUTS = 'calibrated-inputs';

/** How probabilities are calibrated, and the scale of the three numbers that come of it. */
export interface CalibratedSpec extends ProbabilityCalibration {
  readonly features: readonly Standardised[];
}

/** The paper's list of the largest probabilities. */
export const TOP = 10;
/** Log-probabilities of `full` are floored here. */
export const LOG_FLOOR = PROBABILITY_FLOOR;

/** How many of the largest probabilities are held: the rest would be constant zeros. */
export function topCount(spec: FeatureSpec): number {
  return Math.min(TOP, spec.classes);
}

/** Numbers that a row begins with: those the kernel computes, or `linear`'s. */
export function openingCount(spec: FeatureSpec): number {
  return { largest: 1 + topCount(spec), margins: 4, none: 0 }[partsOf(spec.kind).opening];
}

/** Where in a row the log-probabilities stand: behind the opening and the square. */
export const logProbabilitiesAt = (spec: FeatureSpec): number =>
  openingCount(spec) + (partsOf(spec.kind).square ? 1 : 0);

/** Where in a row the calibrated numbers stand. */
export const calibratedAt = (spec: FeatureSpec): number =>
  logProbabilitiesAt(spec) + (spec.logProbabilities?.length ?? 0);

/** Where in a row the feature columns begin. */
export const columnsAt = (spec: FeatureSpec): number =>
  calibratedAt(spec) + (spec.calibrated?.features.length ?? 0);

/** Numbers per row, the one-hot block not counted. */
export function denseCount(spec: FeatureSpec): number {
  return columnsAt(spec) + spec.columns.reduce((sum, column) => sum + columnWidth(column), 0);
}

/** What the first layer counts as its inputs: the paper's L + 11, zeros included. */
export function nominalInputs(spec: FeatureSpec): number {
  const dead = partsOf(spec.kind).opening === 'largest' ? TOP - topCount(spec) : 0;
  return denseCount(spec) + dead + spec.classes;
}

export function validateFeatureSpec(spec: FeatureSpec): void {
  if (!FEATURE_KINDS.includes(spec.kind)) {
    throw new InputError(
      `features "${spec.kind}" are unknown. Use ${FEATURE_KINDS.slice(0, -1).join(', ')} or ${FEATURE_KINDS.at(-1)}.`,
      'unknown-name',
      { what: 'features', name: spec.kind, known: FEATURE_KINDS },
    );
  }
  insist(
    Number.isInteger(spec.classes) && spec.classes >= 0,
    () => `features: classes must be a whole number from 0, got ${spec.classes} instead.`,
  );
  insist(
    (spec.kind === 'columns') === (spec.classes === 0),
    () =>
      `features ${spec.kind}: ${spec.classes} classes don't fit. Without class probabilities use "columns", with them one of the others.`,
  );
  insist(
    spec.kind !== 'columns' || spec.columns.length > 0,
    () => 'features columns: the table has neither class probabilities nor feature columns.',
    'features-missing',
  );
  const { logProbabilities, calibrated } = partsOf(spec.kind);
  insist(
    (spec.logProbabilities?.length ?? 0) === (logProbabilities ? spec.classes : 0),
    () =>
      `features ${spec.kind}: ${spec.logProbabilities?.length ?? 0} standardised log-probabilities (expected ${logProbabilities ? spec.classes : 0}).`,
  );
  insist(
    (spec.calibrated !== undefined) === (calibrated === true),
    () =>
      `features ${spec.kind}: the calibration of the probabilities ${calibrated ? 'is missing' : "doesn't belong to this kind"}.`,
  );
  if (spec.calibrated) validateCalibrated(spec.calibrated, spec);
  spec.columns.forEach(validateColumn);
  validateBlocks(spec);
  for (const { name, mean, deviation } of [
    ...spec.columns,
    ...(spec.logProbabilities ?? []),
    ...(spec.calibrated?.features ?? []),
  ]) {
    insist(
      Number.isFinite(mean) && Number.isFinite(deviation) && deviation > 0,
      () =>
        `feature ${name}: mean ${mean} and deviation ${deviation} (expected finite numbers, the deviation positive).`,
    );
  }
}

function validateCalibrated(
  { slope, biases, features }: CalibratedSpec,
  { kind, classes }: FeatureSpec,
): void {
  insist(
    slope > 0 && Number.isFinite(slope),
    () => `features ${kind}: slope must be a positive number, got ${slope} instead.`,
  );
  insist(
    biases?.length === classes && biases.every(Number.isFinite),
    () =>
      `features ${kind}: ${biases?.length ?? 0} biases (expected ${classes} finite numbers, one a class).`,
  );
  insist(
    features?.length === CALIBRATED_FEATURES.length,
    () =>
      `features ${kind}: ${features?.length ?? 0} calibrated features (expected ${CALIBRATED_FEATURES.length}).`,
  );
}
