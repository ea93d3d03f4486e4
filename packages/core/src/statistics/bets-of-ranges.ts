/**
 * A betting bound for a mean where every number has a least value of its own, known before the number
 * is: a case that was rarely seen counts many times, one that is always seen counts once.
 *
 * One range for all would have to be the widest, and a handful of rare cases would keep every bet small.
 * Here a bet may be larger than such a number allows: then the number is taken in part, and for the
 * rest as the least that its mean can be. That can only lower the wealth on average. The stake per unit
 * is the same for all numbers, so the bound is about their plain mean, also where that changes on the way.
 */
import { insist } from '../error.js';
import { exp } from '../math/exp.js';
import { log } from '../math/log.js';
import { lastRefuted } from './betting.js';

/** Values of which a mean is claimed, each with a least value of its own. */
export interface RangedClaim {
  readonly values: ArrayLike<number>;
  /** The least that each value could have been: at most `leastMean`. */
  readonly lows: ArrayLike<number>;
  /** The least that the mean of any value can be. */
  readonly leastMean: number;
  /** The greatest low and the least: both follow from what is known before the values. */
  readonly narrowest: number;
  readonly widest: number;
}

/** The same of values that are bounded above. */
export interface RangedAboveClaim extends Pick<RangedClaim, 'values' | 'narrowest' | 'widest'> {
  readonly highs: ArrayLike<number>;
  readonly greatestMean: number;
}

const HIGHEST = 0.99;
const RUNGS = 20;
const HORIZON = 10_000;

/** A lower confidence bound for the mean, which may be asked for again after every new value. */
export function lowerMeanOfRanges(claim: RangedClaim, delta: number, high: number): number {
  const { values, lows, leastMean, narrowest } = claim;
  for (let i = 0; i < values.length; i++) {
    const row = i;
    insist(
      values[i] >= lows[i] && lows[i] <= leastMean,
      () =>
        `betting, row ${row}: found ${values[row]} with a least value of ${lows[row]}, expected no less, and that at most ${leastMean}.`,
    );
  }
  const refutes = (bound: number) => {
    const shares = ladderOf(claim, bound);
    return passes(claim, bound, shares, 1 / delta);
  };
  // As with one range, the wealth falls as the bound rises.
  return lastRefuted(Math.max(narrowest, leastMean), high, refutes);
}

/** The mirror image: an upper bound, where each value has a greatest of its own (`highs`). */
export function upperMeanOfRanges(
  { values, highs, greatestMean, narrowest, widest }: RangedAboveClaim,
  delta: number,
  low: number,
): number {
  const mirrored = (numbers: ArrayLike<number>) => Float64Array.from(numbers, (each) => -each);
  const claim = { values: mirrored(values), lows: mirrored(highs), leastMean: -greatestMean };
  return -lowerMeanOfRanges({ ...claim, narrowest: -narrowest, widest: -widest }, delta, -low);
}

/** Whether the wealth ever reaches `enough`. */
function passes(
  { values, lows, leastMean, narrowest }: RangedClaim,
  bound: number,
  shares: Float64Array,
  enough: number,
): boolean {
  const unit = bound - narrowest;
  const purses = shares.map((_, k) => pursesAt(k, shares.length - RUNGS));
  // The least value that a bet of this share can take whole.
  const floors = shares.map((share) => bound - (HIGHEST * unit) / share);
  for (let i = 0; i < values.length; i++) {
    const low = lows[i];
    const whole = (values[i] - bound) / unit;
    const above = (values[i] - leastMean) / (leastMean - low);
    let wealth = 0;
    for (let k = 0; k < shares.length; k++) {
      const number =
        low >= floors[k] ? whole : (leastMean + above * (leastMean - floors[k]) - bound) / unit;
      purses[k] *= 1 + shares[k] * number;
      wealth += purses[k];
    }
    if (wealth >= enough) return true;
  }
  return false;
}

/** Bets that only narrow ranges allow start with a fifth together: where there are few, little is lost. */
const OF_NARROW = 0.2;
const pursesAt = (k: number, more: number) =>
  k < RUNGS ? (more > 0 ? 1 - OF_NARROW : 1) / RUNGS : OF_NARROW / more;

/** As for one range as wide as the widest, and on in the same steps to what the narrowest allows. */
function ladderOf({ narrowest, widest }: RangedClaim, bound: number): Float64Array {
  const lowest = 0.5 / Math.sqrt(HORIZON);
  const step = log(HIGHEST / lowest) / (RUNGS - 1);
  const ratio = (bound - widest) / (bound - narrowest);
  const more = Math.ceil(log(ratio) / step);
  return Float64Array.from({ length: RUNGS + more }, (_, k) =>
    Math.min(HIGHEST, (lowest / ratio) * exp(k * step)),
  );
}
