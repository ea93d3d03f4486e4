import { InputError } from '../error.js';
import { expertAt } from './outcomes.js';
import type { Expert, Table } from './table.js';

/**
 * Inverse-propensity weights O/p for a table where the expert answered only some rows, scaled to
 * mean 1; undefined where every answer is there. Without them a scorer leans towards keeping.
 * A table without propensities is taken as missing at random: p is then the answered share.
 * Row weights count: a row of weight 2 is two rows.
 */
export function observedWeights(
  table: Table,
  expert: number | Expert,
  expertValue: ArrayLike<number>,
): Float64Array | undefined {
  const rows = expertValue.length;
  const weightOf = (i: number) => (table.weight ? table.weight[i] : 1);
  let answered = 0;
  let total = 0;
  let missing = false;
  for (let i = 0; i < rows; i++) {
    total += weightOf(i);
    if (Number.isNaN(expertValue[i])) missing = true;
    else answered += weightOf(i);
  }
  if (!missing) return undefined;
  const { name, propensity } = expertAt(table, expert);
  if (answered === 0)
    throw new InputError(
      'has no answer in any row. Give some rows an answer.',
      'no-rows',
      { expert: name },
      `expert ${name}`,
    );
  const weights = new Float64Array(rows);
  let sum = 0;
  for (let i = 0; i < rows; i++) {
    if (Number.isNaN(expertValue[i])) continue;
    // Known probabilities are used as they are: raising a small one would bias all that follows.
    const p = propensity ? propensity[i] : answered / total;
    if (!(p > 0))
      throw new InputError(
        `expert ${name}, row ${i + 1}: has an answer that was asked for with probability ${p}. Give a probability above 0.`,
        'row-invalid',
        { row: i },
      );
    weights[i] = 1 / p;
    sum += weightOf(i) * weights[i];
  }
  return weights.map((weight) => (weight * total) / sum);
}

/**
 * As `observedWeights`, and so that the model is exactly as right over the answered rows as over all of
 * them: its own answers are known in every row, so nothing about it has to be estimated, and every
 * question about a table says the same of the model. Rows that it had right and rows that it had wrong
 * are scaled apart, each to what all such rows weigh.
 *
 * Why that is right on average: in either part E Σ (O/p)·w·x = Σ w·x, so (Σ (O/p)·w·x) / (Σ (O/p)·w)
 * tends to the part's mean, as in `observedWeights` it tends to the mean of all rows; and the mean of
 * all rows is the parts' means, weighed by what the parts weigh, which is known. Where right and wrong
 * is not all there is to tell (losses, votes), or nobody answered in one part, they are not told apart.
 */
export function standingWeights(
  table: Table,
  expert: number | Expert,
  model: ArrayLike<number>,
  expertValue: ArrayLike<number>,
): Float64Array | undefined {
  const weights = observedWeights(table, expert, expertValue);
  if (!weights) return undefined;
  const all = [0, 0];
  const answered = [0, 0];
  for (let i = 0; i < weights.length; i++) {
    const part = model[i];
    if (part !== 0 && part !== 1) return weights;
    const w = table.weight ? table.weight[i] : 1;
    all[part] += w;
    answered[part] += w * weights[i];
  }
  if (all.some((total, part) => total > 0 && answered[part] === 0)) return weights;
  return weights.map((weight, i) =>
    weight === 0 ? 0 : (weight * all[model[i]]) / answered[model[i]],
  );
}

/** How much a row could have weighed: by the probabilities of all rows, asked or not. */
export function heaviestObserved(
  { weight }: Pick<Table, 'weight'>,
  propensity: ArrayLike<number> | undefined,
  observed: Float64Array,
): number {
  const weightOf = (i: number) => (weight ? weight[i] : 1);
  let largest = 0;
  let unit = 0;
  for (let i = 0; i < observed.length; i++) {
    largest = Math.max(largest, weightOf(i) * (propensity ? 1 / propensity[i] : observed[i]));
    if (propensity && observed[i] > 0) unit = observed[i] * propensity[i];
  }
  return propensity ? largest * unit : largest;
}

/**
 * What the expert's answer is worth on every row, so that sums over rows are right on average:
 * the model's value plus the gain times O/p. A row that was not asked adds no gain.
 */
export function observedValues(
  table: Table,
  expert: number | Expert,
  model: ArrayLike<number>,
  expertValue: ArrayLike<number>,
): Float64Array {
  const observed = observedWeights(table, expert, expertValue);
  return Float64Array.from(expertValue, (value, i) => {
    if (!observed) return value;
    return Number.isNaN(value) ? model[i] : model[i] + observed[i] * (value - model[i]);
  });
}
