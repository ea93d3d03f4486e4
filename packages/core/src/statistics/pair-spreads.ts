/**
 * What the rows say of many differences of two lists at once. One list after the other, a million
 * rows leave the processor's cache before the next pair asks for them; here all pairs look at a few
 * thousand rows together. Each pair's sums run in the order of the rows: they are those of
 * `rowSpread`, to the bit.
 */
import { type GainRows, likeRows, type RowSpread, rowSpread } from './gain-interval.js';

export type Pair = readonly [one: Float64Array, other: Float64Array];

/** Rows that all pairs look at together: eight lists of so many stay near the processor. */
const ROWS = 2048;

export function pairSpreads(rows: GainRows, pairs: readonly Pair[]): RowSpread[] {
  const { weight, clusters, pretended } = rows;
  const n = pairs[0]?.[0].length ?? 0;
  if (weight || clusters || n === 0) {
    const difference = new Float64Array(n);
    return pairs.map(([one, other]) => {
      for (let i = 0; i < n; i++) difference[i] = one[i] - other[i];
      const alike = likeRows(rows, difference);
      return rowSpread({ values: difference, weight, clusters, pretended, likeRows: alike });
    });
  }
  const sums = new Float64Array(pairs.length);
  for (let from = 0; from < n; from += ROWS)
    pairs.forEach(([one, other], p) => {
      sums[p] = addDifferences(sums[p], one, other, from, Math.min(n, from + ROWS));
    });
  const own = pretended ?? 1;
  const all = n + 2 * own;
  const centres = sums.map((sum) => sum / all);
  const spreads = new Float64Array(pairs.length);
  for (let from = 0; from < n; from += ROWS)
    pairs.forEach(([one, other], p) => {
      const to = Math.min(n, from + ROWS);
      spreads[p] = addSquares(spreads[p], one, other, centres[p], 1 - 1 / all, from, to);
    });
  return pairs.map((_, p) => {
    const centre = centres[p];
    const pair = own * own * ((1 - centre) ** 2 + (1 + centre) ** 2);
    return {
      estimate: sums[p] / n,
      centre,
      rowVariance: (((n - 1) / n) * spreads[p] + pair) / (all * all),
      effectiveUnits: (n * n) / n,
    };
  });
}

function addDifferences(
  sum: number,
  one: Float64Array,
  other: Float64Array,
  from: number,
  to: number,
): number {
  let result = sum;
  for (let i = from; i < to; i++) result += one[i] - other[i];
  return result;
}

/** Of what leaving each row out would change. */
function addSquares(
  spread: number,
  one: Float64Array,
  other: Float64Array,
  centre: number,
  left: number,
  from: number,
  to: number,
): number {
  let result = spread;
  for (let i = from; i < to; i++) {
    const residual = (one[i] - other[i] - centre) / left;
    result += residual * residual;
  }
  return result;
}
