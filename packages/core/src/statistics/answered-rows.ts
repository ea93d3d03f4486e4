/**
 * Shares and intervals where the expert answered only some rows and the probabilities of asking are
 * known. Those handed over and answered stand for all handed over: their weights O/p are scaled to
 * add up to the rows handed over (Σ w·x / Σ w), so no share and no interval leaves its range. Kept
 * rows need no answer of the expert: they count as they are.
 */
import { insist } from '../error.js';
import { type GainInterval, meanInterval } from './gain-interval.js';

/** Rows of which the expert answered only some. */
export interface AnsweredRows {
  /** How much of each row is handed over: 0 or 1, in between over seeds. */
  readonly share: ArrayLike<number>;
  /** In [0, 1]. */
  readonly modelValue: ArrayLike<number>;
  /** NaN where the expert was not asked. */
  readonly expertValue: ArrayLike<number>;
  /** Without it, answers are taken to be missing at random among those handed over. */
  readonly propensity?: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
}

/** What a policy did on such rows, with intervals. */
export interface AnsweredOutcome {
  readonly rate: number;
  readonly model: number;
  /** Of the system, with an interval inside [0, 1]; its gain over the model inside [−1, 1]. */
  readonly value: GainInterval;
  readonly gain: GainInterval;
}

/** Rate, value and gain where the expert answered only some rows: normalised shares, with intervals. */
export function answeredOutcome(rows: AnsweredRows, confidence = 0.95): AnsweredOutcome {
  const { share, modelValue, expertValue, propensity, clusters } = rows;
  const n = share.length;
  const weightOf = (i: number) => (rows.weight ? rows.weight[i] : 1);
  const standsFor = (i: number) =>
    Number.isNaN(expertValue[i]) ? 0 : 1 / (propensity ? propensity[i] : 1);
  let total = 0;
  let deferred = 0;
  let answered = 0;
  let model = 0;
  for (let i = 0; i < n; i++) {
    const w = weightOf(i);
    total += w;
    deferred += w * share[i];
    answered += w * share[i] * standsFor(i);
    model += w * modelValue[i];
  }
  insist(
    answered > 0 || deferred === 0,
    () => 'shares: of the rows handed over none has an answer of the expert.',
  );
  const ratio = answered > 0 ? deferred / answered : 1;
  const weight = new Float64Array(n);
  const gains = new Float64Array(n);
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const kept = 1 - share[i];
    const asked = share[i] * ratio * standsFor(i);
    weight[i] = weightOf(i) * (kept + asked);
    if (kept + asked === 0) continue;
    const expert = asked > 0 ? expertValue[i] : 0;
    gains[i] = asked > 0 ? (asked * (expert - modelValue[i])) / (kept + asked) : 0;
    values[i] = (kept * modelValue[i] + asked * expert) / (kept + asked);
  }
  const value = meanInterval(
    // From [0, 1] to [−1, 1]: the pretended rows are then one right and one wrong.
    { values: values.map((each) => 2 * each - 1), weight, clusters },
    confidence,
  );
  const back = (each: number) => (each + 1) / 2;
  return {
    rate: deferred / total,
    model: model / total,
    gain: meanInterval({ values: gains, weight, clusters }, confidence),
    value: {
      ...value,
      estimate: back(value.estimate),
      centre: back(value.centre),
      standardError: value.standardError / 2,
      lower: back(value.lower),
      upper: back(value.upper),
    },
  };
}
