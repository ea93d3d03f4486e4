/**
 * Why comparing areas is simple: a row at place u among the scores (0 = handed over first) is handed
 * over at every rate above u, so it adds z·(share of the rates above u) to the area, z = what the
 * expert's answer is worth more than the model's. An area is therefore a mean over rows, and two
 * methods differ row by row.
 */

import { caseCosts, errorsPriced, type PricedBy } from '../../costs/case-costs.js';
import { rankScores } from '../../curve/ranked-scores.js';
import { observedValues } from '../../table/observed.js';
import { outcomesOf } from '../../table/outcomes.js';
import type { Table } from '../../table/table.js';

/** Rates on each side of the asked one that count as near. */
const NEAR = 0.1;

export interface RateWindow {
  readonly from: number;
  readonly to: number;
}

export function rateWindow(near?: number): RateWindow {
  if (near === undefined) return { from: 0, to: 1 };
  return { from: Math.max(0, near - NEAR), to: Math.min(1, near + NEAR) };
}

/** How much more often than at random a row at this place is handed over, over the rates of the window. */
export function deferredMore(place: number, { from, to }: RateWindow): number {
  const share = Math.min(1, Math.max(0, (to - place) / (to - from)));
  return share - (from + to) / 2;
}

/** What handing each row over adds. Rows without an expert's answer add 0, the others stand in for them. */
export function rowGains(table: Table, expert: number, errorCost?: number): Float64Array {
  const { model, expert: other } = rowValues(table, expert, errorCost);
  return observedValues(table, expert, model, other).map((value, i) => value - model[i]);
}

/** What every row is worth under the model and under the expert, in the unit that counts. */
export interface RowValues {
  readonly target: 'accuracy' | 'loss' | 'cost';
  /** Where costs count: what tells the price of an error. */
  readonly pricedBy?: PricedBy;
  readonly model: ArrayLike<number>;
  readonly expert: ArrayLike<number>;
}

/** Minus what a case costs where errors have a price; else right or wrong, or minus the loss. */
export function rowValues(table: Table, expert: number, errorCost?: number): RowValues {
  if (!errorsPriced(table, expert, errorCost)) return outcomesOf(table, expert);
  const { kept, handed, pricedBy } = caseCosts(table, expert, errorCost);
  return {
    target: 'cost',
    pricedBy,
    model: kept.map((cost) => 0 - cost),
    expert: handed.map((cost) => 0 - cost),
  };
}

/** The place of every score among all of them, in (0, 1), by weight; equal scores share their mean place. */
export function places(scores: Float32Array, weight?: ArrayLike<number>): Float64Array {
  const { order, endsGroup } = rankScores(scores);
  const result = new Float64Array(scores.length);
  let total = 0;
  for (let i = 0; i < scores.length; i++) total += weight ? weight[i] : 1;
  let before = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    let group = 0;
    do group += weight ? weight[order[end]] : 1;
    while (endsGroup[end++] === 0);
    const middle = total > 0 ? (before + group / 2) / total : 0.5;
    for (let k = start; k < end; k++) result[order[k]] = middle;
    before += group;
    start = end;
  }
  return result;
}
