import { InputError, insist } from '../error.js';
import { rankScores, type Scores } from './ranked-scores.js';

/**
 * The deferral curve: what the system achieves when the share ρ of cases with the lowest scores
 * goes to the expert. Held as its corners: between two corners the curve is a straight line,
 * because rows with equal scores count in expectation (no sort order may flatter a method).
 */
export interface Curve {
  /** Share deferred at each corner, from 0 to 1. */
  readonly rates: Float64Array;
  /** Mean value over all rows there (accuracy as a fraction, or mean cost). */
  readonly values: Float64Array;
}

/**
 * `modelValue` and `expertValue` are what a row is worth when the model or the expert answers:
 * right or wrong for accuracy, a cost for mean cost (targets.ts makes them).
 */
export function deferralCurve(
  scores: Scores,
  modelValue: ArrayLike<number>,
  expertValue: ArrayLike<number>,
  weight?: ArrayLike<number>,
): Curve {
  const { order, endsGroup } = rankScores(scores);
  const n = order.length;
  insist(n > 0, () => 'curve: there are no rows. Give at least one.');
  insist(
    modelValue.length === n && expertValue.length === n && (!weight || weight.length === n),
    () =>
      `curve: ${n} scores but ${modelValue.length} model and ${expertValue.length} expert values. Give one of each per row.`,
  );
  let total = 0;
  let kept = 0;
  for (let i = 0; i < n; i++) {
    const w = weight ? weight[i] : 1;
    if (Number.isNaN(modelValue[i]) || Number.isNaN(expertValue[i]))
      throw new InputError(
        `curve, row ${i + 1}: the value of the ${Number.isNaN(modelValue[i]) ? 'model' : 'expert'} is missing. Leave out rows that the expert was not asked about.`,
        'row-invalid',
        { row: i + 1 },
      );
    total += w;
    kept += w * modelValue[i];
  }
  insist(total > 0, () => 'curve: the weights sum to 0. Give at least one row a positive weight.');
  // Counted first: on a million rows, memory that is not needed costs more than the count.
  let groups = 0;
  for (let k = 0; k < n; k++) groups += endsGroup[k];
  const rates = new Float64Array(groups + 1);
  const values = new Float64Array(groups + 1);
  values[0] = kept / total;
  const gains = gainsOf(modelValue, expertValue);
  let corners = 1;
  let deferred = 0;
  let gain = 0;
  for (let k = 0; k < n; k++) {
    const i = order[k];
    const w = weight ? weight[i] : 1;
    deferred += w;
    gain += w * gains[i];
    if (endsGroup[k] === 0) continue;
    rates[corners] = k + 1 === n ? 1 : deferred / total;
    values[corners] = (kept + gain) / total;
    corners++;
  }
  return { rates, values };
}

/** What asking changes in each row; in a byte where values are: rows are visited in no order of memory. */
function gainsOf(model: ArrayLike<number>, expert: ArrayLike<number>): ArrayLike<number> {
  const compact = model instanceof Int8Array && expert instanceof Int8Array;
  const gains = compact ? new Int8Array(model.length) : new Float64Array(model.length);
  for (let i = 0; i < gains.length; i++) gains[i] = expert[i] - model[i];
  return gains;
}

/** The value at a rate, by linear interpolation between corners. */
export function valueAt(curve: Curve, rate: number): number {
  insist(
    rate >= 0 && rate <= 1,
    () => `rate: must lie between 0 and 1, got ${rate} instead.`,
    'invalid-value',
    { path: 'rate', expected: 'a number from 0 to 1', found: rate },
  );
  const { rates, values } = curve;
  let low = 0;
  let high = rates.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rates[middle] <= rate) low = middle;
    else high = middle;
  }
  const width = rates[high] - rates[low];
  const share = width > 0 ? (rate - rates[low]) / width : 0;
  return values[low] + share * (values[high] - values[low]);
}

/** The straight line of handing cases over at random. */
export function randomLine(modelMean: number, expertMean: number): Curve {
  return { rates: Float64Array.of(0, 1), values: Float64Array.of(modelMean, expertMean) };
}
