/**
 * The interval of a gain, one formula wherever a gain is printed. Most rows add exactly 0 to a gain
 * (model and expert agree, or the row is kept), so with few disagreements a bootstrap sees too
 * little spread and lies: at n = 200 and a true gain of 0.5 points its "95 %" covered 62 %. Here two
 * pretended rows of value +1 and −1 are added, one that handing over rescued and one it harmed; the
 * spread is that of the units left out one at a time (rows, or clusters), and Student's t counts as
 * many degrees of freedom as the units' weights leave. Where rows come in clusters a pretended row
 * counts as many rows as are alike. Simulated in gain-interval.long.ts.
 */
import { InputError, insist } from '../error.js';
import { numberClusters } from '../table/number-clusters.js';
import { clusterLikeness, type Likeness } from './cluster-likeness.js';
import type { Interval } from './interval.js';
import { studentQuantile } from './student.js';

/** What each row is worth under the model and under the expert, with its weight and cluster. */
export interface GainRows {
  /** What a row is worth when the model answers, and when the expert does: right = 1, wrong = 0. */
  readonly modelValue: ArrayLike<number>;
  readonly expertValue: ArrayLike<number>;
  /** Also inverse propensities: shares are normalised, Σ w·x / Σ w. */
  readonly weight?: ArrayLike<number>;
  /** Rows with the same number (a patient, a thread) belong together. */
  readonly clusters?: ArrayLike<number>;
  /** The largest difference |expert − model| there can be: 1 for right and wrong answers. */
  readonly range?: number;
  /**
   * The weight of a pretended row; the mean weight where left out. Where some rows stand for many
   * others, a rescue or harm that happened to be missed would have weighed as much as those.
   */
  readonly pretended?: number;
}

/** An interval of a gain that also holds where few rows differ. */
export interface GainInterval extends Interval {
  /** The middle of the interval: the estimate, drawn a little towards 0 by the pretended rows. */
  readonly centre: number;
  /** (Σ W)² / Σ W² over the rows or clusters: as many equal ones would say as much. */
  readonly effectiveUnits: number;
  /** False with fewer than 5 effective units: the ends are then those of the whole range. */
  readonly canTell: boolean;
}

/** Fewer effective rows or clusters than this can tell nothing. */
export const FEWEST_UNITS = 5;

/**
 * The gain of handing over `deferred` (one list of shares a seed, see deferred-rows.ts) against the
 * model alone, or against handing over as many rows at random.
 */
export function gainInterval(
  rows: GainRows,
  deferred: readonly ArrayLike<number>[],
  against: 'model' | 'random' = 'model',
  confidence = 0.95,
): GainInterval {
  const { modelValue, expertValue, weight, clusters, range = 1, pretended } = rows;
  const n = modelValue.length;
  insist(
    deferred.length > 0 && deferred.every((shares) => shares.length === n),
    () => `gain: expected a list of ${n} shares for each seed, found ${deferred.length} lists.`,
  );
  // In plain loops: with a million rows and eleven seeds, callbacks would take most of the time.
  const added = new Float64Array(n);
  const ofSeeds = deferred.map((shares) => {
    const rate = against === 'random' ? weightedMean(shares, weight) : 0;
    let sum = 0;
    let total = 0;
    for (let i = 0; i < n; i++) {
      const difference = expertValue[i] - modelValue[i];
      if (!(Math.abs(difference) <= range * (1 + 1e-9))) throw tooFarApart(rows, i);
      const own = ((shares[i] - rate) * difference) / range;
      const w = weight ? weight[i] : 1;
      added[i] += own / deferred.length;
      sum += w * own;
      total += w;
    }
    return sum / total;
  });
  const found = meanInterval(
    { values: added, weight, clusters, ofSeeds, pretended, likeRows: likeRows(rows, deferred[0]) },
    confidence,
  );
  return timesRange(found, range);
}

/** An interval of values that were divided by their range, in the values' own unit. */
export function timesRange(found: GainInterval, range: number): GainInterval {
  return {
    ...found,
    estimate: found.estimate * range,
    centre: found.centre * range,
    standardError: found.standardError * range,
    lower: found.lower * range,
    upper: found.upper * range,
  };
}

type ValuesInClusters = Pick<GainRows, 'modelValue' | 'expertValue' | 'clusters'>;
/** Asked for at every rate of a curve, and but for what is handed over the same at all of them. */
const likeness = new WeakMap<ValuesInClusters, Likeness>();

/** As how many rows a pretended one counts where these shares are handed over: undefined without clusters. */
export function likeRows(rows: ValuesInClusters, shares: ArrayLike<number>): number | undefined {
  const { modelValue, expertValue, clusters } = rows;
  if (!clusters) return undefined;
  let found = likeness.get(rows);
  if (!found) {
    found = clusterLikeness([modelValue, expertValue], clusters);
    likeness.set(rows, found);
  }
  return found.rows(shares);
}

const tooFarApart = ({ modelValue, expertValue, range = 1 }: GainRows, i: number) =>
  new InputError(
    `gain, row ${i + 1}: model ${modelValue[i]} and expert ${expertValue[i]} differ by more than the range ${range}.`,
  );

export interface MeanIntervalInput {
  /** In [−1, 1]; what each row adds, averaged over seeds and votes. */
  readonly values: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
  /** The weight of a pretended row, as in {@link GainRows}. */
  readonly pretended?: number;
  /** As how many rows a pretended one counts, with clusters (cluster-likeness.ts); by the values alone unless told. */
  readonly likeRows?: number;
  /** The estimate of each seed, where there are several. */
  readonly ofSeeds?: readonly number[];
}

/** The same formula for any paired difference of rows in [−1, 1]. */
export function meanInterval(input: MeanIntervalInput, confidence = 0.95): GainInterval {
  const { estimate, centre, rowVariance, effectiveUnits } = rowSpread(input);
  const standardError = Math.sqrt(rowVariance + varianceOfMean(input.ofSeeds ?? []));
  const canTell = effectiveUnits >= FEWEST_UNITS;
  const half = canTell
    ? studentQuantile(0.5 + confidence / 2, effectiveUnits - 1) * standardError
    : 2;
  return {
    estimate,
    centre,
    standardError,
    lower: Math.max(-1, centre - half),
    upper: Math.min(1, centre + half),
    effectiveUnits,
    canTell,
  };
}

/**
 * The same for a mean whose rows lie mostly near −1 and 1: an accuracy. There the spread gets smaller
 * towards the ends, so a mean that came out too high also looks too certain. With many rows that
 * evens out; with few clusters it doesn't (20 unequal ones: the band held 9 curves of 10). So with
 * clusters an end also reaches as far as it would be believed by its own spread, the one found times
 * (1 − end²) / (1 − centre²). And large clusters whose rows are alike decide most of the spread, so
 * it rests on fewer of them than share the weight. Student's t by the weights alone held 92.5 % with
 * 20 unequal ones, by the clusters of the spread alone 99.9 % where one is large; it takes the middle.
 * Simulated in bands-of-clusters.long.ts and gain-interval.long.ts.
 */
export function shareInterval(input: MeanIntervalInput, confidence = 0.95): GainInterval {
  const found = meanInterval(input, confidence);
  const { centre, standardError, effectiveUnits, canTell } = found;
  if (!input.clusters || !canTell) return found;
  const freedom = Math.min(effectiveUnits - 1, (effectiveUnits - 1 + unitsOfSpread(input)) / 2);
  const half = studentQuantile(0.5 + confidence / 2, freedom) * standardError;
  // (end − centre)² = k · (1 − end²), solved for both ends.
  const k = half ** 2 / (1 - centre ** 2);
  const root = Math.sqrt(k * (1 + k - centre ** 2));
  return {
    ...found,
    lower: Math.max(-1, Math.min(centre - half, (centre - root) / (1 + k))),
    upper: Math.min(1, Math.max(centre + half, (centre + root) / (1 + k))),
  };
}

/**
 * Of how many equal clusters the spread would be as sure (Satterthwaite), each cluster's sum varying
 * as much as its rows are alike.
 */
function unitsOfSpread({ values, weight, clusters, likeRows }: MeanIntervalInput): number {
  const { weights } = unitTotals(values, weight, clusters);
  const mean = weights.reduce((sum, w) => sum + w, 0) / weights.length;
  const rows = values.length / weights.length;
  const alike = likeRows ?? clusterLikeness([], clusters!).rows(values);
  const likeness = rows > 1 ? Math.min(1, (alike - 1) / (rows - 1)) : 0;
  return effectiveUnits(weights.map((w) => w * (1 - likeness + likeness * (w / mean) * rows)));
}

/** What the rows alone say of their mean. Of the negated values, centre and estimate are negated to the bit. */
export interface RowSpread {
  readonly estimate: number;
  readonly centre: number;
  /** Of the centre, were other rows drawn. */
  readonly rowVariance: number;
  readonly effectiveUnits: number;
}

export function rowSpread(input: Omit<MeanIntervalInput, 'ofSeeds'>): RowSpread {
  const { values, weight, clusters } = input;
  const n = values.length;
  insist(n > 0, () => 'interval: found no rows, expected at least 1.');
  const plain = !weight && !clusters;
  const { sums, weights } = plain
    ? { sums: values, weights: null }
    : unitTotals(values, weight, clusters);
  const units = sums.length;
  let total = 0;
  let squares = 0;
  let sum = 0;
  for (let u = 0; u < units; u++) {
    const w = weights ? weights[u] : 1;
    total += w;
    squares += w * w;
    sum += sums[u];
  }
  insist(total > 0, () => 'interval: the weights of the rows sum to 0.');
  const alike = clusters ? (input.likeRows ?? clusterLikeness([], clusters).rows(values)) : 1;
  const pretended = alike * (input.pretended ?? total / n);
  const all = total + 2 * pretended;
  const centre = sum / all;
  let spread = 0;
  for (let u = 0; u < units; u++) {
    const w = weights ? weights[u] : 1;
    // What leaving the unit out would change.
    const residual = (sums[u] - centre * w) / (1 - w / all);
    spread += residual * residual;
  }
  const pair = pretended * pretended * ((1 - centre) ** 2 + (1 + centre) ** 2);
  return {
    estimate: sum / total,
    centre,
    rowVariance: (((units - 1) / units) * spread + pair) / (all * all),
    effectiveUnits: (total * total) / squares,
  };
}

/** Sums of weighted values, and of weights, by cluster; by row where there are none. */
export function unitTotals(
  values: ArrayLike<number>,
  weight?: ArrayLike<number>,
  clusters?: ArrayLike<number>,
): { readonly sums: Float64Array; readonly weights: Float64Array } {
  const { index, count } = clusters
    ? numberClusters(clusters)
    : { index: undefined, count: values.length };
  const sums = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let i = 0; i < values.length; i++) {
    const unit = index ? index[i] : i;
    const w = weight ? weight[i] : 1;
    sums[unit] += w * values[i];
    weights[unit] += w;
  }
  return { sums, weights };
}

/** (Σ W)² / Σ W²: as many equal ones would say as much. */
export function effectiveUnits(weights: ArrayLike<number>): number {
  let total = 0;
  let squares = 0;
  for (let u = 0; u < weights.length; u++) {
    total += weights[u];
    squares += weights[u] * weights[u];
  }
  return (total * total) / squares;
}

/** Of the mean over seeds; 0 where there is one seed, which tells nothing about the others. */
export function varianceOfMean(values: readonly number[]): number {
  const count = values.length;
  if (count < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return squares / (count - 1) / count;
}

export function weightedMean(values: ArrayLike<number>, weight?: ArrayLike<number>): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    const w = weight ? weight[i] : 1;
    sum += w * values[i];
    total += w;
  }
  return sum / total;
}
