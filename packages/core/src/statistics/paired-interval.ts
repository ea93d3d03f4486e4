/**
 * Two ways to hand over, on the same rows: what they share cancels. By the formula of every gain, so
 * that two methods which hand over nearly the same rows don't seem to differ by exactly nothing.
 */
import type { Scores } from '../curve/ranked-scores.js';
import { deferredAtRate } from './deferred-rows.js';
import {
  type GainInterval,
  type GainRows,
  likeRows,
  meanInterval,
  weightedMean,
} from './gain-interval.js';

/** Rows handed over in the order of some scores, up to a rate. */
export interface HandOver {
  /** One list a seed; low = hand over. */
  readonly scores: readonly Scores[];
  readonly rate: number;
}

/** What handing over adds to the model alone. */
interface Added {
  /** By row, in [−1, 1]; averaged over seeds. */
  readonly values: Float64Array;
  readonly ofSeeds: readonly number[];
}

/** The interval of what one adds above another, in the unit of the values. */
export function pairedInterval(
  rows: GainRows,
  one: HandOver,
  other: HandOver,
  confidence = 0.95,
): GainInterval {
  const [a, b] = [one, other].map(({ scores, rate }) => addedBy(rows, scores, rate));
  const { range = 1 } = rows;
  const found = addedDifference(rows, a, b, confidence);
  return {
    ...found,
    estimate: found.estimate * range,
    centre: found.centre * range,
    standardError: found.standardError * range,
    lower: found.lower * range,
    upper: found.upper * range,
  };
}

function addedBy(rows: GainRows, scores: readonly Scores[], rate: number): Added {
  const z = differences(rows);
  const values = new Float64Array(z.length);
  const ofSeeds = scores.map((vector) => {
    const shares = deferredAtRate(vector, rate, rows.weight);
    const own = shares.map((share, i) => share * z[i]);
    own.forEach((value, i) => {
      values[i] += value / scores.length;
    });
    return weightedMean(own, rows.weight);
  });
  return { values, ofSeeds };
}

/** Expert minus model by row, in parts of the range. */
const differences = ({ modelValue, expertValue, range = 1 }: GainRows): Float64Array =>
  Float64Array.from(modelValue, (value, i) => (expertValue[i] - value) / range);

function addedDifference(
  rows: GainRows,
  one: Added,
  other: Added,
  confidence: number,
): GainInterval {
  const values = one.values.map((value, i) => value - other.values[i]);
  const paired = one.ofSeeds.length === other.ofSeeds.length;
  const ofSeeds = one.ofSeeds.map((gain, s) => gain - (paired ? other.ofSeeds[s] : 0));
  const { weight, clusters, pretended } = rows;
  const alike = likeRows(rows, values);
  return meanInterval(
    { values, weight, clusters, ofSeeds, pretended, likeRows: alike },
    confidence,
  );
}
