/**
 * Betting tests for a mean: the promise behind gains, fractional votes, costs, weights, clusters
 * and anything watched over time. Someone claims mean(x) ≤ 0 for numbers x ≥ −1. Start with 1 and
 * bet a share f ∈ [0, 1) on every next number: wealth becomes ∏(1 + f·x). If the claim is true the
 * wealth is a supermartingale and ever reaches 1/δ with probability at most δ; so 1 / (largest
 * wealth) is a p-value, valid at any moment one cares to stop.
 *
 * The share may depend on the past only. Where the number of rows is fixed, one share is best for
 * reaching 1/δ just then, √(2·log(1/δ) / nσ²), with σ² estimated from the rows already bet on.
 * Where one may stop at any time, we keep a purse on each of a fixed ladder of shares and add them
 * up: that is betting the purse-weighted mean of the ladder, and loses at most a factor of the
 * ladder's size to the best share in hindsight.
 */
import { insist } from '../error.js';
import { exp } from '../math/exp.js';
import { log, log1p } from '../math/log.js';
import { permutation } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { unitTotals } from './gain-interval.js';
import { ROUNDED } from './range.js';

export interface MeanClaim {
  /** Numbers ≥ `low`, in any order. */
  readonly values: ArrayLike<number>;
  readonly low: number;
  readonly weight?: ArrayLike<number>;
  /** Rows of one cluster make one bet together. */
  readonly clusters?: ArrayLike<number>;
  /**
   * The largest (cluster) weight there can be, known before the rows are seen. Clusters without it
   * count once each: the claim is then about the mean over clusters. Weights need it.
   */
  readonly largestWeight?: number;
  /** Seeds the order in which the bets are made; without it they are made as given. */
  readonly seed?: number;
}

/** Row counts that a confidence sequence is sharpest around, where nothing else is asked. */
const HORIZON = 10_000;

/**
 * The p-value of "mean ≤ bound": small means the mean is above. Sharpest around `delta`. Where answers
 * are missing, several claims may be about the same rows and the same mean, each with another guess
 * filled in: before every row the bet is made on the one that the rows before it speak for.
 */
export function meanAbove(
  claim: MeanClaim | readonly MeanClaim[],
  bound: number,
  delta = 0.05,
): number {
  const claims = isList(claim) ? claim : [claim];
  const ways = claims.map((each) => ({ numbers: bets(each, bound), unit: bound - each.low }));
  return Math.min(1, 1 / plannedWealth(ways, delta));
}

const isList = (claim: MeanClaim | readonly MeanClaim[]): claim is readonly MeanClaim[] =>
  Array.isArray(claim);

/**
 * A lower confidence bound for the mean: the smallest bound that isn't refuted at δ. It may be
 * asked again after every new row (a confidence sequence), as the rows come in their given order;
 * the ladder therefore depends on `horizon`, fixed beforehand, and not on how many rows there are.
 */
export function lowerMean(
  claim: MeanClaim,
  delta: number,
  high: number,
  horizon = HORIZON,
): number {
  const sequence = { ...claim, seed: undefined };
  const shares = ladder(horizon);
  // With shares of 1/(bound − low) the wealth falls as the bound rises, so the set is an interval.
  return lastRefuted(
    claim.low,
    high,
    (bound) => largestWealth(bets(sequence, bound), shares, 1 / delta) >= 1 / delta,
  );
}

/** The mirror image for numbers ≤ high: an upper confidence bound for the mean. */
export function upperMean(
  claim: Omit<MeanClaim, 'low'> & { readonly high: number },
  delta: number,
  low: number,
  horizon = HORIZON,
): number {
  const mirrored = Float64Array.from(claim.values, (value) => -value);
  return -lowerMean({ ...claim, values: mirrored, low: -claim.high }, delta, -low, horizon);
}

/**
 * A lower bound for a sample of fixed size. Only the wealth at the end counts, which doesn't depend
 * on the order, so equal values are counted once: cheap for right/wrong tables of any length.
 */
export function lowerMeanFixed(claim: MeanClaim, delta: number, high: number): number {
  const { low } = claim;
  if (claim.weight || claim.clusters) {
    const totals = totalsOf(claim);
    return lastRefuted(low, high, (bound) => refuted(tally(scaled(totals, low, bound)), delta));
  }
  const { distinct, count } = tally(claim.values);
  return lastRefuted(low, high, (bound) => {
    const numbers = distinct.map((value) => (value - bound) / (bound - low));
    return refuted({ distinct: numbers, count }, delta);
  });
}

/** Whether a sample of fixed size refutes "mean ≤ bound" at δ, by its wealth at the end. */
export function refutedFixed(claim: MeanClaim, bound: number, delta: number): boolean {
  return refuted(tally(scaled(totalsOf(claim), claim.low, bound)), delta);
}

const refuted = ({ distinct, count }: Tally, delta: number) =>
  finalLogWealth(distinct, count) >= -log(delta);

/** The bets of a claim in a seeded order, scaled to x ≥ −1. */
export function bets(claim: MeanClaim, bound: number): Float64Array {
  const { low, seed } = claim;
  insist(
    bound > low,
    () => `betting: found the bound ${bound}, expected one above the least possible value ${low}.`,
  );
  const numbers = scaled(totalsOf(claim), low, bound);
  if (seed === undefined) return numbers;
  const order = permutation(numbers.length, stream(seed, 'betting order'));
  return Float64Array.from(order, (place) => numbers[place]);
}

interface Totals {
  /** Weighted sum of values, and sum of weights, of each cluster (of each row where there are none). */
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  readonly largest: number;
}

function totalsOf({ values, low, weight, clusters, largestWeight }: MeanClaim): Totals {
  for (let i = 0; i < values.length; i++) {
    const row = i;
    insist(
      values[i] >= low,
      () => `betting, row ${row}: found ${values[row]}, expected at least ${low}.`,
    );
  }
  const { sums, weights } = unitTotals(values, weight, clusters);
  if (clusters && largestWeight === undefined) {
    // A cluster without any weight says nothing about anything.
    const heard = Array.from(weights.keys()).filter((place) => weights[place] > 0);
    return {
      sums: Float64Array.from(heard, (place) => sums[place] / weights[place]),
      weights: new Float64Array(heard.length).fill(1),
      largest: 1,
    };
  }
  insist(
    largestWeight !== undefined || !weight,
    () =>
      'betting: rows with weights need to know how large a weight can be; the largest among these rows may not be it.',
  );
  const found = weights.reduce((a, b) => Math.max(a, b), 0);
  const largest = largestWeight ?? 1;
  insist(found <= largest * ROUNDED, () =>
    clusters
      ? `clusters: found one of ${+found.toPrecision(7)} ${weight ? 'in weight' : 'rows'}, above the largest declared (${largest}). Declare a larger one.`
      : `weight: found ${+found.toPrecision(7)}, above the largest declared (${largest}). Declare a larger one.`,
  );
  return { sums, weights, largest };
}

function scaled({ sums, weights, largest }: Totals, low: number, bound: number): Float64Array {
  const scale = 1 / (largest * (bound - low));
  return sums.map((total, place) => Math.max(-1, (total - bound * weights[place]) * scale));
}

/** Numbers ≥ −1 to bet on, and what 1 of them is in the unit of the claim. */
export interface Way {
  readonly numbers: Float64Array;
  readonly unit: number;
}

/** The largest wealth along the way, with the share that aims at 1/δ at the end of the numbers. */
export function plannedWealth(ways: readonly Way[], delta: number): number {
  const rows = ways[0].numbers.length;
  const aim = (-2 * log(delta)) / rows;
  // One pretended number of size ½ before the first: a small spread has to be seen to be believed.
  const squares = new Float64Array(ways.length).fill(0.25);
  let wealth = 1;
  let largest = 1;
  for (let i = 0; i < rows; i++) {
    const way = ways.length > 1 ? sharpest(ways, squares, aim, i + 1) : 0;
    const share = Math.min(HIGHEST, Math.sqrt((aim * (i + 1)) / squares[way]));
    wealth *= 1 + share * ways[way].numbers[i];
    for (let k = 0; k < ways.length; k++) squares[k] += ways[k].numbers[i] * ways[k].numbers[i];
    if (wealth > largest) largest = wealth;
  }
  return largest;
}

/**
 * The way that would need the smallest margin above the bound to reach 1/δ at the end: a share f of
 * numbers with mean square s grows by n·(f·margin − f²·s/2), which must be log(1/δ).
 */
function sharpest(ways: readonly Way[], squares: Float64Array, aim: number, seen: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < ways.length; k++) {
    const square = squares[k] / seen;
    const share = Math.min(HIGHEST, Math.sqrt(aim / square));
    const margin = ways[k].unit * (aim / share + share * square);
    if (margin >= least) continue;
    least = margin;
    best = k;
  }
  return best;
}

/** The largest wealth along the way on a ladder; stops once it has passed `enough`. */
export function largestWealth(numbers: Float64Array, shares: Float64Array, enough = 1e12): number {
  const purses = new Float64Array(shares.length).fill(1 / shares.length);
  let largest = 1;
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i];
    if (x === 0) continue;
    let wealth = 0;
    for (let k = 0; k < shares.length; k++) {
      purses[k] *= 1 + shares[k] * x;
      wealth += purses[k];
    }
    if (wealth > largest) {
      largest = wealth;
      if (largest >= enough) break;
    }
  }
  return largest;
}

function finalLogWealth(distinct: Float64Array, count: Float64Array): number {
  let rows = 0;
  for (const times of count) rows += times;
  const logs = ladder(rows).map((share) => {
    let sum = 0;
    for (let j = 0; j < distinct.length; j++) sum += count[j] * log1p(share * distinct[j]);
    return sum;
  });
  const top = logs.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  for (const each of logs) sum += exp(each - top);
  return top + log(sum / logs.length);
}

interface Tally {
  readonly distinct: Float64Array;
  readonly count: Float64Array;
}

function tally(numbers: ArrayLike<number>): Tally {
  const counts = new Map<number, number>();
  for (let i = 0; i < numbers.length; i++) {
    counts.set(numbers[i], (counts.get(numbers[i]) ?? 0) + 1);
  }
  return { distinct: Float64Array.from(counts.keys()), count: Float64Array.from(counts.values()) };
}

/**
 * Twenty shares, evenly spaced in the logarithm, from half the 1/√n at which an edge just becomes
 * visible in n rows up to 0.99. The best share for an edge μ is about μ/σ², somewhere between.
 */
const RUNGS = 20;
const HIGHEST = 0.99;
export function ladder(rows: number): Float64Array {
  const lowest = Math.min(0.5, 0.5 / Math.sqrt(Math.max(rows, 1)));
  const step = log(HIGHEST / lowest) / (RUNGS - 1);
  return Float64Array.from({ length: RUNGS }, (_, k) => lowest * exp(k * step));
}

/** The largest bound that is refuted, to seven digits of the range and never above it. */
export function lastRefuted(
  low: number,
  high: number,
  refuted: (bound: number) => boolean,
): number {
  let below = low;
  let above = high;
  for (let step = 0; step < 26; step++) {
    const middle = (below + above) / 2;
    if (refuted(middle)) below = middle;
    else above = middle;
  }
  return below;
}
