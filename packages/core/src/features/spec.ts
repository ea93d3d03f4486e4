import { InputError, insist } from '../error.js';

/**
 * What a scorer sees of a row. Serialisable: it travels inside the policy.
 * - `paper`: entropy, the 10 largest probabilities, one-hot of the predicted class;
 * - `full`: the same, and all log-probabilities, standardised;
 * - `linear`: p₁, p₁ − p₂, p₁², entropy, one-hot (the baseline's);
 * - `columns`: the table's numeric columns alone.
 * Every kind may append numeric columns, standardised.
 */
export type FeatureKind = 'paper' | 'full' | 'linear' | 'columns';

export interface FeatureSpec {
  readonly kind: FeatureKind;
  /** Number of classes; 0 for `columns`. */
  readonly classes: number;
  readonly columns: readonly Standardised[];
  /** For `full`: one entry a class. */
  readonly logProbabilities?: readonly Standardised[];
}

/** A number brought to mean 0 and deviation 1 by what the fitting table had. */
export interface Standardised {
  readonly name: string;
  readonly mean: number;
  readonly deviation: number;
}

/** The paper's list of the largest probabilities. */
export const TOP = 10;
/** Log-probabilities of `full` are floored here. */
export const LOG_FLOOR = 1e-6;

/** How many of the largest probabilities are held: the rest would be constant zeros. */
export function topCount(spec: FeatureSpec): number {
  return Math.min(TOP, spec.classes);
}

/** Numbers per row, the one-hot block not counted. */
export function denseCount(spec: FeatureSpec): number {
  const own = {
    paper: 1 + topCount(spec),
    full: 1 + topCount(spec) + spec.classes,
    linear: 4,
    columns: 0,
  };
  return own[spec.kind] + spec.columns.length;
}

/** What the first layer counts as its inputs: the paper's L + 11, zeros included. */
export function nominalInputs(spec: FeatureSpec): number {
  const dead = spec.kind === 'paper' || spec.kind === 'full' ? TOP - topCount(spec) : 0;
  return denseCount(spec) + dead + spec.classes;
}

export function validateFeatureSpec(spec: FeatureSpec): void {
  if (!['paper', 'full', 'linear', 'columns'].includes(spec.kind)) {
    throw new InputError(
      `features "${spec.kind}" are unknown. Use paper, full, linear or columns.`,
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
    () =>
      'features columns: the table has neither class probabilities nor feature columns. Name some with --features.',
  );
  if (spec.kind === 'full') {
    insist(
      spec.logProbabilities?.length === spec.classes,
      () =>
        `features full: ${spec.logProbabilities?.length ?? 0} standardised log-probabilities (expected ${spec.classes}).`,
    );
  }
  for (const { name, mean, deviation } of [...spec.columns, ...(spec.logProbabilities ?? [])]) {
    insist(
      Number.isFinite(mean) && Number.isFinite(deviation) && deviation > 0,
      () =>
        `feature ${name}: mean ${mean} and deviation ${deviation} (expected finite numbers, the deviation positive).`,
    );
  }
}
