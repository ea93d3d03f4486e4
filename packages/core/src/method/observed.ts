import { InputError } from '../error.js';
import { expertAt } from '../table/outcomes.js';
import type { Table } from '../table/table.js';

/** Propensities below this count as this, so that one row can't outweigh a hundred. */
const SMALLEST_PROPENSITY = 0.02;

/**
 * Inverse-propensity weights O/p for a table where the expert answered only some rows, scaled to
 * mean 1; undefined where every answer is there. Without them a scorer leans towards keeping.
 * A table without propensities is taken as missing at random: p is then the answered share.
 */
export function observedWeights(
  table: Table,
  expert: number,
  expertValue: Float32Array,
): Float64Array | undefined {
  let answered = 0;
  for (const value of expertValue) if (!Number.isNaN(value)) answered++;
  if (answered === expertValue.length) return undefined;
  const { name, propensity } = expertAt(table, expert);
  if (answered === 0)
    throw new InputError(`expert ${name}: has no answer in any row. Give some rows an answer.`);
  const weights = Float64Array.from(expertValue, (value, i) =>
    Number.isNaN(value)
      ? 0
      : 1 /
        Math.max(propensity ? propensity[i] : answered / expertValue.length, SMALLEST_PROPENSITY),
  );
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => weight / mean);
}
