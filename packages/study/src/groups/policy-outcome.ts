import { answeredOutcome, harmTest, heaviestAnswer, studentAbove } from '@cede/core';

/** The two ends of an interval. */
export interface Ends {
  readonly lower: number;
  readonly upper: number;
}

/** What a policy did on some rows; values are fractions, or minus losses. */
export interface PolicyOutcomeRows {
  /** How much of each row is handed over: 0 or 1, in between over seeds. */
  readonly share: ArrayLike<number>;
  readonly model: ArrayLike<number>;
  /** NaN where the expert was not asked. */
  readonly expert: ArrayLike<number>;
  readonly propensity?: ArrayLike<number>;
  /** What handing a row over adds for certain, whether it was answered or not. */
  readonly added?: ArrayLike<number>;
  readonly smallestPropensity?: number;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
  /** Seeds the order of a betting test. */
  readonly seed?: number;
}

export interface OutcomeFound {
  readonly rate: number;
  readonly model: number;
  readonly value: number;
  readonly valueInterval: Ends;
  readonly gain: number;
  readonly gainInterval: Ends;
}

/** The ends between which values lie: 0 and 1 for right and wrong, else as the rows show. */
export function rangeOf({ model, expert }: Pick<PolicyOutcomeRows, 'model' | 'expert'>): Ends {
  let [lower, upper] = [0, 1];
  let least = 0;
  for (const values of [model, expert])
    for (let i = 0; i < values.length; i++) if (values[i] < least) least = values[i];
  if (least < 0) [lower, upper] = [least, 0];
  return { lower, upper };
}

/**
 * Shares, gains and harm by the one formula of every gain: with weights, clusters and answers that
 * are missing, and never outside of what they can be.
 */
export function policyOutcome(
  rows: PolicyOutcomeRows,
  range: Ends,
  confidence: number,
): OutcomeFound {
  const width = range.upper - range.lower;
  const found = answeredOutcome(inUnit(rows, range), confidence);
  const back = (value: number) => range.lower + width * value;
  return {
    rate: found.rate,
    model: back(found.model),
    value: back(found.value.estimate),
    valueInterval: { lower: back(found.value.lower), upper: back(found.value.upper) },
    gain: width * found.gain.estimate,
    gainInterval: { lower: width * found.gain.lower, upper: width * found.gain.upper },
  };
}

/** Values from 0 to 1. Weights that already stand for 1/p must not do so twice. */
function inUnit(rows: PolicyOutcomeRows, range: Ends) {
  const { share, weight, clusters, propensity, added } = rows;
  const unit = (values: ArrayLike<number>) =>
    Float64Array.from(values, (value) => (value - range.lower) / (range.upper - range.lower));
  const [modelValue, expertValue] = [unit(rows.model), unit(rows.expert)];
  const missing = expertValue.some(Number.isNaN);
  return {
    ...{ share, modelValue, expertValue, weight, clusters },
    ...(added && {
      added: Float64Array.from(added, (value) => value / (range.upper - range.lower)),
    }),
    propensity: missing ? propensity : undefined,
    pretended: missing ? undefined : heaviestAnswer(weight, propensity),
  };
}

/**
 * The p-value of "handing over does no harm". Exact where rows are plainly right or wrong; by betting
 * where the probabilities of asking are known, because a few rows may stand for many that nobody
 * asked about (which needs the smallest probability there can be); elsewhere by the interval.
 */
export function harmPValue(rows: PolicyOutcomeRows, range: Ends, confidence: number): number {
  const { propensity, smallestPropensity, seed } = rows;
  const { weight, clusters, ...given } = inUnit(rows, range);
  const { propensity: _, pretended: __, ...plain } = given;
  const missing = given.expertValue.some(Number.isNaN);
  const delta = 1 - confidence;
  const isWhole = (value: number) => value === 0 || value === 1 || Number.isNaN(value);
  if (propensity && (missing ? !weight : heaviestAnswer(weight, propensity) !== undefined))
    return harmTest({ ...plain, propensity, smallestPropensity, clusters }, delta, seed);
  const whole =
    Array.from(given.share).every(isWhole) &&
    given.modelValue.every(isWhole) &&
    given.expertValue.every(isWhole);
  if (whole && !weight && !clusters) return harmTest(plain, delta, seed);
  const { gain } = answeredOutcome({ ...given, weight, clusters }, confidence);
  if (!gain.canTell) return 1;
  return studentAbove(-gain.centre / gain.standardError, gain.effectiveUnits - 1);
}
