/**
 * Shares and intervals where the expert answered only some rows and the probabilities of asking are
 * known. Those handed over and answered stand for all handed over: their weights O/p are scaled to
 * add up to the rows handed over (Σ w·x / Σ w), so no share and no interval leaves its range. Kept
 * rows need no answer of the expert: they count as they are.
 */
import { insist } from '../error.js';
import { type GainInterval, likeRows, meanInterval, shareInterval } from './gain-interval.js';

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
  /** What handing a row over adds for certain, answered or not: the price of asking, say. */
  readonly added?: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
  /** How much a row can weigh, where weights already stand for rows that nobody asked about. */
  readonly pretended?: number;
}

/** What a policy did on such rows, with intervals. */
export interface AnsweredOutcome {
  readonly rate: number;
  readonly model: number;
  /** Of the system, with an interval inside [0, 1]; its gain over the model inside [−1, 1]. */
  readonly value: GainInterval;
  readonly gain: GainInterval;
}

/** The mean over those who answered, each standing for 1/p cases: Σ w·x / Σ w, so inside its range. */
export function answeredMean({
  expertValue,
  propensity,
  weight,
}: Pick<AnsweredRows, 'expertValue' | 'propensity' | 'weight'>): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < expertValue.length; i++) {
    if (Number.isNaN(expertValue[i])) continue;
    const w = (weight ? weight[i] : 1) / (propensity ? propensity[i] : 1);
    sum += w * expertValue[i];
    total += w;
  }
  insist(total > 0, () => 'shares: no row has an answer of the expert.');
  return sum / total;
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
  // What those who answered show of the handed-over rows, on average.
  let handed = 0;
  for (let i = 0; i < n; i++) {
    if (share[i] === 0 || Number.isNaN(expertValue[i])) continue;
    handed += ((weightOf(i) * share[i] * standsFor(i)) / answered) * expertValue[i];
  }
  // What a row adds: if handed over that mean, and its own distance from it where it was asked. The
  // distances add up to 0, so the means below are the normalised shares, and their spread is that of
  // a ratio.
  const values = Float64Array.from({ length: n }, (_, i) => {
    const distance = standsFor(i) > 0 ? ratio * standsFor(i) * (expertValue[i] - handed) : 0;
    const added = rows.added ? rows.added[i] : 0;
    return (1 - share[i]) * modelValue[i] + share[i] * (handed + distance + added);
  });
  // The model's own answers are known in every row, so its part needs no estimate: system, model and
  // gain are three means over the same rows, and add up.
  const gains = values.map((value, i) => value - modelValue[i]);
  const pretended = heaviest(rows, ratio);
  const common = {
    ...{ weight: rows.weight, clusters, pretended },
    likeRows: likeRows({ modelValue, expertValue, clusters }, share),
  };
  const value = shareInterval(
    // From [0, 1] to [−1, 1]: the pretended rows are then one right and one wrong.
    { values: values.map((each) => 2 * each - 1), ...common },
    confidence,
  );
  const back = (each: number) => (each + 1) / 2;
  return {
    rate: deferred / total,
    model: model / total,
    gain: meanInterval({ values: gains, ...common }, confidence),
    value: {
      ...value,
      estimate: within(back(value.estimate)),
      centre: back(value.centre),
      standardError: value.standardError / 2,
      lower: back(value.lower),
      upper: back(value.upper),
    },
  };
}

/** A share is a mean of numbers in [0, 1], and leaves it by rounding at most. */
const within = (share: number) => Math.min(1, Math.max(0, share));

/**
 * How much a row handed over can stand for, by the probabilities of all of them: those that nobody
 * answered are known, too. The mean weight where everybody was asked.
 */
function heaviest(rows: AnsweredRows, ratio: number): number | undefined {
  const { share, propensity, expertValue, weight } = rows;
  let largest = 0;
  let total = 0;
  let missing = false;
  for (let i = 0; i < share.length; i++) {
    const w = weight ? weight[i] : 1;
    total += w;
    if (share[i] === 0) continue;
    if (Number.isNaN(expertValue[i])) missing = true;
    largest = Math.max(largest, (w * ratio) / (propensity ? propensity[i] : 1));
  }
  return missing ? Math.max(largest, total / share.length) : rows.pretended;
}

/**
 * How much a row can weigh where weights are nothing but inverse propensities, in some unit: the
 * largest. Where they are anything else the mean weight will do.
 */
export function heaviestAnswer(
  weight: ArrayLike<number> | undefined,
  propensity: ArrayLike<number> | undefined,
): number | undefined {
  if (!weight || !propensity) return undefined;
  const first = weight[0] * propensity[0];
  let largest = 0;
  for (let i = 0; i < weight.length; i++) {
    if (Math.abs(weight[i] * propensity[i] - first) > 1e-4 * first) return undefined;
    largest = Math.max(largest, weight[i]);
  }
  return largest;
}
