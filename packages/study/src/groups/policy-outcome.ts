import { answeredOutcome, harmTest, studentAbove } from '@cede/core';

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
  /** Of "handing over does no harm". */
  readonly harmPValue: number;
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
  const { share, weight, clusters, propensity } = rows;
  const width = range.upper - range.lower;
  const unit = (values: ArrayLike<number>) =>
    Float64Array.from(values, (value) => (value - range.lower) / width);
  const [modelValue, expertValue] = [unit(rows.model), unit(rows.expert)];
  const given = { share, modelValue, expertValue, weight, clusters };
  // Weights that already stand for 1/p must not do so twice.
  const missing = expertValue.some(Number.isNaN);
  const found = answeredOutcome({ ...given, ...(missing && { propensity }) }, confidence);
  const back = (value: number) => range.lower + width * value;
  return {
    rate: found.rate,
    model: back(found.model),
    value: back(found.value.estimate),
    valueInterval: { lower: back(found.value.lower), upper: back(found.value.upper) },
    gain: width * found.gain.estimate,
    gainInterval: { lower: width * found.gain.lower, upper: width * found.gain.upper },
    harmPValue: harmOf(rows, { ...given, found: found.gain, missing }, confidence),
  };
}

/**
 * Exact where rows are plainly right or wrong; by betting where the probabilities of asking are
 * known, because a few rows may stand for many that nobody asked about; elsewhere by the interval.
 */
function harmOf(
  { propensity, smallestPropensity, seed }: PolicyOutcomeRows,
  {
    found,
    missing,
    ...rows
  }: Pick<PolicyOutcomeRows, 'share' | 'weight' | 'clusters'> & {
    readonly modelValue: Float64Array;
    readonly expertValue: Float64Array;
    readonly found: ReturnType<typeof answeredOutcome>['gain'];
    readonly missing: boolean;
  },
  confidence: number,
): number {
  const { weight, clusters, ...plain } = rows;
  const delta = 1 - confidence;
  const isWhole = (value: number) => value === 0 || value === 1 || Number.isNaN(value);
  if (propensity && (missing ? !weight : weight && stand(weight, propensity)))
    return harmTest({ ...plain, propensity, smallestPropensity, clusters }, delta, seed);
  const whole =
    Array.from(rows.share).every(isWhole) &&
    rows.modelValue.every(isWhole) &&
    rows.expertValue.every(isWhole);
  if (whole && !weight && !clusters) return harmTest(plain, delta, seed);
  if (!found.canTell) return 1;
  return studentAbove(-found.centre / found.standardError, found.effectiveUnits - 1);
}

/** Whether weights are nothing but inverse propensities, in some unit. */
function stand(weight: ArrayLike<number>, propensity: ArrayLike<number>): boolean {
  const first = weight[0] * propensity[0];
  for (let i = 1; i < weight.length; i++)
    if (Math.abs(weight[i] * propensity[i] - first) > 1e-4 * first) return false;
  return true;
}
