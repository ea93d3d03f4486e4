/**
 * Bands for people to read, each of one kind and typed so: *pointwise* holds at a rate named
 * beforehand, *simultaneous* at all rates at once. Both are at least as wide as the interval formula
 * of every gain (gain-interval.ts) at that rate, because a bootstrap sees too little where few rows
 * disagree, and where nearly all are right: around 97 % and 100 rows it held 4 curves of 10.
 */
import { type RankedScores, rankScores, type Scores } from '../curve/ranked-scores.js';
import { differencesOf } from './added-values.js';
import type { Band } from './band.js';
import { deferredAtRate, sharesAtRate } from './deferred-rows.js';
import {
  type GainInterval,
  type GainRows,
  gainInterval,
  likeRows,
  shareInterval,
  weightedMean,
} from './gain-interval.js';

interface RateBand {
  readonly rates: readonly number[];
  readonly estimate: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly confidence: number;
}

/** For one rate that was named before the curve was seen. */
export interface PointwiseBand extends RateBand {
  readonly kind: 'pointwise';
}

/** For whatever is read off the curve after looking at it. */
export interface SimultaneousBand extends RateBand {
  readonly kind: 'simultaneous';
}

/** The interval of the same quantity at the k-th rate of the band, at any confidence. */
export type IntervalAt = (k: number, confidence: number) => GainInterval;

/** Without `at` as the bootstrap has it: for what is no gain. */
export function pointwiseBand(band: Band, at?: IntervalAt): PointwiseBand {
  const ends = widened(band, band.lower, band.upper, at && ((k) => at(k, band.confidence)));
  return { kind: 'pointwise', ...ends };
}

/** A band that holds at all its rates together. */
export function simultaneousBand(band: Band, at?: IntervalAt): SimultaneousBand {
  const { simultaneousLower, simultaneousUpper, confidenceEach } = band;
  const ends = widened(
    band,
    simultaneousLower,
    simultaneousUpper,
    at && ((k) => at(k, confidenceEach)),
  );
  return { kind: 'simultaneous', ...ends };
}

/** The intervals of a method's gain at every rate; `scores` has one list a seed. */
export function gainIntervalsAt(
  rows: GainRows,
  scores: readonly Scores[],
  rates: readonly number[],
  against: 'model' | 'random',
): IntervalAt {
  const ranked = scores.map((vector) => rankScores(vector));
  // One rate at a time: shares of all rates at once would not fit for a million rows.
  return (k, confidence) =>
    gainInterval(
      rows,
      ranked.map((vector) => deferredAtRate(vector, rates[k], rows.weight)),
      against,
      confidence,
    );
}

/**
 * The intervals of a method's mean value at every rate: its accuracy, or what a case loses or costs.
 * Values lie between `least` and `most`, and the pretended rows are one of each.
 */
export function valueIntervalsAt(
  rows: GainRows,
  scores: readonly Scores[],
  rates: readonly number[],
  [least, most]: readonly [least: number, most: number],
): IntervalAt {
  const { weight, clusters, pretended } = rows;
  const ranked = scores.map((vector) => rankScores(vector));
  const half = (most - least) / 2 || 1;
  const middle = (least + most) / 2;
  const valuesAt = rowValues(rows, ranked, middle, half);
  return (k, confidence) => {
    const likeness =
      clusters && ranked.length > 0
        ? likeRows(rows, deferredAtRate(ranked[0], rates[k], weight))
        : undefined;
    const found = shareInterval(
      { ...valuesAt(rates[k]), weight, clusters, pretended, likeRows: likeness },
      confidence,
    );
    const back = (value: number) => middle + half * value;
    return {
      ...found,
      estimate: back(found.estimate),
      centre: back(found.centre),
      standardError: half * found.standardError,
      lower: back(found.lower),
      upper: back(found.upper),
    };
  };
}

/**
 * By rate, what each row is worth (the mean over seeds) and what each seed reaches, both counted from
 * `middle` in steps of `half`. Mostly the model and the expert are both right: such a row is worth the
 * same at any rate, so it is worked out once.
 */
function rowValues(
  { modelValue, expertValue, weight }: GainRows,
  ranked: readonly RankedScores[],
  middle: number,
  half: number,
): (rate: number) => { readonly values: Float64Array; readonly ofSeeds: number[] } {
  const seeds = ranked.length;
  const valueWith = (row: number, share: number) =>
    (modelValue[row] + share * (expertValue[row] - modelValue[row]) - middle) / half;
  const kept = Float64Array.from(modelValue, (_, row) => valueWith(row, 0));
  const settled = new Float64Array(kept.length);
  const { rows } = differencesOf({ modelValue, expertValue });
  // Added up seed by seed, as for every other row: eleven times 1/11 is not 1.
  for (let row = 0; row < kept.length; row++)
    for (let seed = 0; seed < seeds; seed++) settled[row] += kept[row] / seeds;
  for (const row of rows) settled[row] = 0;
  return (rate) => {
    const values = settled.slice();
    const own = kept.slice();
    const ofSeeds = sharesAtRate(ranked, rate, weight).map((shareOf) => {
      for (let k = 0; k < rows.length; k++) {
        const row = rows[k];
        own[row] = valueWith(row, shareOf(row));
        values[row] += own[row] / seeds;
      }
      return weightedMean(own, weight);
    });
    return { values, ofSeeds };
  };
}

function widened(
  { rates, estimate, confidence }: Band,
  lower: readonly number[],
  upper: readonly number[],
  at?: (k: number) => GainInterval,
): RateBand {
  const own = rates.map((_, k) => at?.(k));
  return {
    rates,
    estimate,
    confidence,
    lower: lower.map((end, k) => Math.min(end, own[k]?.lower ?? end)),
    upper: upper.map((end, k) => Math.max(end, own[k]?.upper ?? end)),
  };
}
