/**
 * Two ways to hand over, on the same rows: what they share cancels. By the formula of every gain, so
 * that two methods which hand over nearly the same rows don't seem to differ by exactly nothing.
 */
import type { Scores } from '../curve/ranked-scores.js';
import { type Added, addedAtRate, differencesOf } from './added-values.js';
import {
  type GainInterval,
  type GainRows,
  likeRows,
  meanInterval,
  timesRange,
} from './gain-interval.js';

/** Rows handed over in the order of some scores, up to a rate. */
export interface HandOver {
  /** One list a seed; low = hand over. */
  readonly scores: readonly Scores[];
  readonly rate: number;
}

/** The interval of what one adds above another, in the unit of the values. */
export function pairedInterval(
  rows: GainRows,
  one: HandOver,
  other: HandOver,
  confidence = 0.95,
): GainInterval {
  const differences = differencesOf(rows);
  const [a, b] = [one, other].map(({ scores, rate }) =>
    addedAtRate(rows, differences, scores, rate),
  );
  return timesRange(addedDifference(rows, a, b, confidence), rows.range ?? 1);
}

function addedDifference(
  rows: GainRows,
  one: Added,
  other: Added,
  confidence: number,
): GainInterval {
  const values = new Float64Array(one.values.length);
  for (let i = 0; i < values.length; i++) values[i] = one.values[i] - other.values[i];
  const paired = one.ofSeeds.length === other.ofSeeds.length;
  const ofSeeds = one.ofSeeds.map((gain, s) => gain - (paired ? other.ofSeeds[s] : 0));
  const { weight, clusters, pretended } = rows;
  const alike = likeRows(rows, values);
  return meanInterval(
    { values, weight, clusters, ofSeeds, pretended, likeRows: alike },
    confidence,
  );
}
