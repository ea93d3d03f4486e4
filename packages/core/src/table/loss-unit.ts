import type { TableLosses } from './losses.js';

/**
 * γ weighs losses that lie between 0 and about 1, as zero-one does. Prices come in a currency
 * instead: in exp(−ℓ/γ) a cost of 5 and one of 100 are both infinite, and in another currency both
 * nothing. So costs count in units of the dearest error there can be.
 */
export const costUnit = (matrix: ArrayLike<number>): number => largest(matrix) || 1;

/**
 * The same for a table's own losses, by the largest found. Losses within [0, 1] are shares already
 * and have no unit.
 */
export function lossUnit({ model, expert }: TableLosses): number | null {
  const unit = Math.max(largest(model.losses), largest(expert.losses));
  return unit > 1 ? unit : null;
}

export function inUnits({ model, expert }: TableLosses, unit: number): TableLosses {
  const of = (sample: TableLosses['model']) => ({
    ...sample,
    losses: sample.losses.map((loss) => loss / unit),
  });
  return { model: of(model), expert: of(expert) };
}

/** A missing answer has no loss. */
function largest(values: ArrayLike<number>): number {
  let top = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > top) top = values[i];
  return top;
}
