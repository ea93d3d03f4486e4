/**
 * The thresholds a certificate may choose from, and the order in which it tries them. Both are
 * fixed when the scorer is fitted, from rows that will not certify anything: trying thresholds in a
 * fixed order costs nothing in confidence, choosing the order on the certifying rows would. The
 * walk starts where the system is estimated to err least and goes towards lower (cheaper) rates.
 */
import { rankScores, type Scores, scoresOf } from '../curve/ranked-scores.js';
import { insist } from '../error.js';
import type { GridEstimate } from './promises/contract.js';
import { type StoredThreshold, storeThreshold } from './stored-threshold.js';

/** In walking order: rates fall, the last hands nothing over. */
export interface Grid {
  readonly thresholds: readonly StoredThreshold[];
  /** The share of the out-of-fold rows at or below each threshold. */
  readonly rates: readonly number[];
  /** What is estimated at each of them; where a walk begins then follows from them. */
  readonly estimates?: readonly GridEstimate[];
}

/** The rows from which a grid of thresholds is made. */
export interface GridInput {
  /** Scores of rows that the scorer had not seen. */
  readonly scores: Scores;
  readonly modelValue: ArrayLike<number>;
  readonly expertValue: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
}

export const LARGEST_GRID = 50;

/** Thresholds worth trying on rows the scorer has not seen, from handing over everything to nothing. */
export function thresholdGrid(input: GridInput, size = LARGEST_GRID): Grid {
  const { length } = scoresOf(input.scores);
  insist(
    size >= 2 && size <= LARGEST_GRID && length > 0,
    () =>
      `grid: found ${size} thresholds for ${length} rows, expected 2 to ${LARGEST_GRID} and at least 1 row.`,
  );
  return gridOfCuts(reachable(input), size);
}

/** The grid over cuts of rising rates, the first of which hands nothing over. */
export function gridOfCuts(cuts: readonly Cut[], size = LARGEST_GRID): Grid {
  const start = cuts.reduce((best, cut, k) => (cut.gain > cuts[best].gain ? k : best), 0);
  const thresholds: StoredThreshold[] = [];
  const rates: number[] = [];
  let last = -1;
  for (let step = size - 1; step >= 0; step--) {
    const k = nearest(cuts, (cuts[start].rate * step) / (size - 1));
    if (k === last) continue;
    last = k;
    thresholds.push(storeThreshold(cuts[k].threshold));
    rates.push(cuts[k].rate);
  }
  return { thresholds, rates };
}

export interface Cut {
  readonly rate: number;
  readonly threshold: number;
  /** What it gains; only the order counts. */
  readonly gain: number;
}

/** Every rate that some threshold reaches, rising, with what it gains over the model alone. */
function reachable({ scores: given, modelValue, expertValue, weight }: GridInput): Cut[] {
  const { scores, order, endsGroup } = rankScores(given);
  let total = 0;
  for (const row of order) total += weight ? weight[row] : 1;
  const cuts: Cut[] = [{ rate: 0, threshold: -Infinity, gain: 0 }];
  let deferred = 0;
  let gain = 0;
  for (let k = 0; k < order.length; k++) {
    const row = order[k];
    const w = weight ? weight[row] : 1;
    deferred += w;
    gain += w * ((expertValue[row] || 0) - modelValue[row]);
    if (endsGroup[k] === 0) continue;
    const isLast = k === order.length - 1;
    const threshold = isLast ? Infinity : midway(scores[row], scores[order[k + 1]]);
    cuts.push({ rate: isLast ? 1 : deferred / total, threshold, gain: gain / total });
  }
  return cuts;
}

/** Between two scores; the lower itself where no number lies between them. */
export function midway(below: number, above: number): number {
  if (below === -Infinity) return above === Infinity ? 0 : -Number.MAX_VALUE;
  if (above === Infinity) return Number.MAX_VALUE;
  const middle = below / 2 + above / 2;
  return middle >= below && middle < above ? middle : below;
}

/** Of two equally near rates the lower. */
function nearest(cuts: readonly Cut[], rate: number): number {
  let low = 0;
  let high = cuts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (cuts[middle].rate <= rate) low = middle;
    else high = middle;
  }
  return rate - cuts[low].rate <= cuts[high].rate - rate ? low : high;
}
