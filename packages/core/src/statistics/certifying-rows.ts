/**
 * The rows of a certificate, made ready for the tests of promises: values in [0, 1], missing labels
 * dealt with, ranges known. Rows that are plainly right or wrong get exact tests (binomial tails, the
 * sign test); weights, clusters, fractional votes, costs and inverse propensities get betting tests.
 */
import { insist } from '../error.js';
import type { MeanClaim } from './betting.js';
import { type Range, withinRange } from './range.js';

/** Rows that neither fitting nor choosing has seen. */
export interface CertifyingRows {
  readonly scores: ArrayLike<number>;
  /** In [0, 1], 1 the best: right and wrong, votes, or 1 − cost / largest cost. */
  readonly modelValue: ArrayLike<number>;
  /** NaN where the expert's label is missing: it counts as 0, unless there is a propensity. */
  readonly expertValue: ArrayLike<number>;
  /** Probability with which each expert label was asked for; used as it is. */
  readonly propensity?: ArrayLike<number>;
  /** No row was asked for with a smaller probability; one that was is refused. */
  readonly smallestPropensity?: number;
  readonly weight?: ArrayLike<number>;
  /** How large a weight can be; needed where there are weights and no clusters. */
  readonly weightRange?: Range;
  readonly clusters?: ArrayLike<number>;
  /** The largest sum of weights (number of rows) a cluster can have; without it each counts once. */
  readonly largestCluster?: number;
  /** What a case costs with all that counts, and what its answers cost, in the table's unit. */
  readonly cost?: CostRows;
  readonly spending?: CostRows;
  /**
   * Where values are 1 − cost / largest: how the largest was found. Without it values are right and
   * wrong, and a share of wrong answers can be read off them.
   */
  readonly valuesCost?: Range['by'];
}

/** What each case costs in the table's unit, and how much one can cost. */
export interface CostRows {
  /** Of a case that the model keeps, and of one handed over (NaN where the expert is missing). */
  readonly kept: ArrayLike<number>;
  readonly handed: ArrayLike<number>;
  readonly range: Range;
}

export const SMALLEST_PROPENSITY = 0.02;

/** One value of a kept and one of a handed-over row, in [0, 1], 1 the best. */
export interface PreparedValues {
  readonly model: Float64Array;
  /** 0 where it is missing and there are propensities. */
  readonly expert: Float64Array;
  /** Whether every value is 0 or 1 and every row counts once. */
  readonly exact: boolean;
  /** What 1 stands for: the largest cost. */
  readonly scale: number;
}

export interface PreparedRows {
  readonly scores: ArrayLike<number>;
  readonly values: PreparedValues;
  readonly cost?: PreparedValues;
  readonly spending?: PreparedValues;
  /** 1/p where the label is there, else 0; absent without propensities. */
  readonly inverse?: Float64Array;
  readonly largestInverse: number;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
  readonly largestWeight?: number;
  readonly missing: number;
  readonly valuesAreCosts: boolean;
  /** 1 where a number lies above a range that was looked up among the fitting rows. */
  readonly above?: Uint8Array;
}

/** `missingAs` is what a missing label counts as: 0 when certifying, 1 when contradicting. */
export function prepareRows(rows: CertifyingRows, missingAs = 0): PreparedRows {
  const n = rows.scores.length;
  insist(
    rows.modelValue.length === n && rows.expertValue.length === n,
    () =>
      `certificate: found ${n} scores, ${rows.modelValue.length} model and ${rows.expertValue.length} expert values; expected as many of each.`,
  );
  const { inverse, largestInverse } = inversePropensities(rows);
  const plain = !rows.weight && !rows.clusters && !inverse;
  const as = inverse ? 0 : missingAs;
  const aboves: Uint8Array[] = [];
  const values = preparedValues(
    withinValues(rows.modelValue, rows.valuesCost, aboves),
    withinValues(rows.expertValue, rows.valuesCost, aboves),
    1,
    plain,
    as,
  );
  const costs = (given: CostRows | undefined, name: string) => {
    if (!given) return undefined;
    const kept = withinRange(given.kept, given.range, `${name} of a kept case`);
    const handed = withinRange(given.handed, given.range, `${name} of a case handed over`);
    aboves.push(kept.above, handed.above);
    const { largest } = given.range;
    const good = (cost: number) => 1 - cost / largest;
    return preparedValues(kept.values.map(good), handed.values.map(good), largest, plain, as);
  };
  const cost = costs(rows.cost, 'cost');
  const spending = costs(rows.spending, 'cost of answers');
  const weight = weightOf(rows, aboves);
  const above = Uint8Array.from({ length: n }, (_, i) => (aboves.some((list) => list[i]) ? 1 : 0));
  const { clusters, largestCluster } = rows;
  let missing = 0;
  for (let i = 0; i < n; i++) if (Number.isNaN(rows.expertValue[i])) missing++;
  const looked = [rows.cost?.range, rows.spending?.range, !clusters ? rows.weightRange : undefined];
  return {
    scores: rows.scores,
    values,
    ...(cost && { cost }),
    ...(spending && { spending }),
    inverse,
    largestInverse,
    weight,
    clusters,
    largestWeight: clusters ? largestCluster : rows.weightRange?.largest,
    missing,
    valuesAreCosts: rows.valuesCost !== undefined,
    ...((rows.valuesCost === 'fitting' || looked.some((range) => range?.by === 'fitting')) && {
      above,
    }),
  };
}

/** Below 0 lie costs above the largest: cut off and counted where that came from the fitting rows. */
function withinValues(
  values: ArrayLike<number>,
  by: Range['by'] | undefined,
  aboves: Uint8Array[],
): ArrayLike<number> {
  if (by === undefined) return values;
  const costs = Float64Array.from(values, (value) => 1 - value);
  const found = withinRange(costs, { largest: 1, by }, 'cost as a share of the largest');
  aboves.push(found.above);
  // NaN stays: the expert was not asked.
  return Float64Array.from(values, (value) => Math.max(value, 0));
}

function preparedValues(
  model: ArrayLike<number>,
  expert: ArrayLike<number>,
  scale: number,
  plain: boolean,
  missingAs: number,
): PreparedValues {
  let exact = plain;
  const found = Float64Array.from(expert, (value) => (Number.isNaN(value) ? missingAs : value));
  const inside = (value: number) => value >= 0 && value <= 1;
  for (let i = 0; i < found.length; i++) {
    insist(
      inside(model[i]) && inside(found[i]),
      () =>
        `certificate, row ${i + 1}: found the model's value ${model[i]}, the expert's ${expert[i]}; expected numbers in [0, 1].`,
    );
    exact &&= isWhole(model[i]) && isWhole(found[i]);
  }
  return { model: Float64Array.from(model), expert: found, exact, scale };
}

const isWhole = (value: number) => value === 0 || value === 1;

function inversePropensities({
  propensity,
  expertValue,
  smallestPropensity = SMALLEST_PROPENSITY,
}: CertifyingRows) {
  if (!propensity) return { inverse: undefined, largestInverse: 1 };
  insist(
    smallestPropensity > 0 && smallestPropensity <= 1,
    () =>
      `smallest propensity: must lie above 0 and be at most 1, got ${smallestPropensity} instead.`,
  );
  const largestInverse = 1 / smallestPropensity;
  const inverse = Float64Array.from(propensity, (p, i) => {
    insist(
      p > 0 && p <= 1,
      () => `certificate, row ${i + 1}: found the propensity ${p}, expected one in (0, 1].`,
    );
    insist(
      p >= smallestPropensity * (1 - 1e-6),
      () =>
        `certificate, row ${i + 1}: found the propensity ${+p.toPrecision(7)}, below the smallest declared (${smallestPropensity}). Declare a smaller one, or leave such rows out on purpose.`,
      'propensity-too-small',
      { row: i + 1, propensity: p, smallest: smallestPropensity },
    );
    // A column of 0.02 is kept as 0.0199999996: rounding takes no row out of the declared range.
    return Number.isNaN(expertValue[i]) ? 0 : Math.min(1 / p, largestInverse);
  });
  return { inverse, largestInverse };
}

function weightOf({ weight, weightRange, clusters }: CertifyingRows, aboves: Uint8Array[]) {
  // A cluster that counts once needs no bound on the weights inside it.
  if (!weight || clusters) return weight;
  insist(
    weightRange !== undefined,
    () =>
      'certificate: rows with weights need to know how large a weight can be. Declare the largest weight.',
  );
  const { values, above } = withinRange(weight, weightRange, 'weight');
  aboves.push(above);
  return values;
}

/** The rows of one group, as rows of their own. */
export function selectRows(rows: PreparedRows, keep: (row: number) => boolean): PreparedRows {
  const chosen = Array.from(rows.values.model.keys()).filter(keep);
  const pick = (column: ArrayLike<number>) => Float64Array.from(chosen, (row) => column[row]);
  const values = (given: PreparedValues): PreparedValues => ({
    ...given,
    model: pick(given.model),
    expert: pick(given.expert),
  });
  const { inverse } = rows;
  const picked = inverse && pick(inverse);
  return {
    ...rows,
    scores: pick(rows.scores),
    values: values(rows.values),
    ...(rows.cost && { cost: values(rows.cost) }),
    ...(rows.spending && { spending: values(rows.spending) }),
    inverse: picked,
    weight: rows.weight && pick(rows.weight),
    clusters: rows.clusters && pick(rows.clusters),
    ...(rows.above && { above: Uint8Array.from(chosen, (row) => rows.above![row]) }),
    missing: picked ? picked.filter((each) => each === 0).length : rows.missing,
  };
}

export const rowCount = ({ values }: PreparedRows): number => values.model.length;

/** A claim about the mean of `numbers`, with what the rows say about weights and clusters. */
export const claimOf = (
  { weight, clusters, largestWeight }: PreparedRows,
  values: Float64Array,
  low: number,
): MeanClaim => ({ values, low, weight, clusters, largestWeight });

/** What happens at a threshold, as weighted shares of all rows (descriptive). */
export interface Outcome {
  readonly rate: number;
  readonly error: number;
  readonly gain: number;
  /** Of the rows that are kept, the share that is wrong; told where that was promised. */
  readonly keptError?: number;
}

/** Shares are normalised (Σ w·x / Σ w), also those of inverse propensities: none leaves [0, 1]. */
export function outcomeAt(rows: PreparedRows, threshold: number, values = rows.values): Outcome {
  const ratio = rows.inverse ? answeredRatio(rows, threshold) : 1;
  let total = 0;
  let deferred = 0;
  let right = 0;
  let gain = 0;
  for (let i = 0; i < values.model.length; i++) {
    const w = rows.weight ? rows.weight[i] : 1;
    const handedOver = rows.scores[i] <= threshold;
    const expert = rows.inverse ? ratio * rows.inverse[i] * values.expert[i] : values.expert[i];
    total += w;
    right += w * (handedOver ? expert : values.model[i]);
    if (!handedOver) continue;
    deferred += w;
    gain += w * (expert - values.model[i]);
  }
  return {
    rate: deferred / total,
    error: Math.max(0, 1 - right / total),
    gain: Math.min(1, gain / total),
  };
}

/**
 * The rows handed over, over what the answered ones among them stand for. 1 where nobody among them
 * was asked: missing labels then count as wrong.
 */
function answeredRatio({ scores, weight, inverse }: PreparedRows, threshold: number): number {
  let deferred = 0;
  let stoodFor = 0;
  for (let i = 0; i < scores.length; i++) {
    if (scores[i] > threshold) continue;
    const w = weight ? weight[i] : 1;
    deferred += w;
    stoodFor += w * inverse![i];
  }
  return stoodFor > 0 ? deferred / stoodFor : 1;
}

/** Per row: handed over or not, the system's value, and what handing over changed. */
export interface Contributions {
  readonly deferred: Float64Array;
  readonly right: Float64Array;
  readonly gain: Float64Array;
}

/**
 * What a missing answer may be taken for before 1/p of an answered one sets it right: c + (O/p)·(x − c)
 * has the same mean for every c. Counting those who were wrong (c = 1) varies far less than counting
 * those who were right, but a single one then weighs up to 1/p; which is better the rows must tell.
 */
const FILLS = [0, 0.5, 1] as const;

/** One for every fill; only one where no answer is missing by chance. */
export const fillsOf = ({ inverse }: PreparedRows): readonly number[] => (inverse ? FILLS : [0]);

/** The least a filled-in value can be, and the most: p may lie a rounding error below the smallest. */
export const leastFilled = ({ inverse, largestInverse }: PreparedRows, fill: number): number =>
  inverse ? fill * (1 - largestInverse * (1 + 2e-6)) : 0;
export const mostFilled = ({ inverse, largestInverse }: PreparedRows, fill: number): number =>
  inverse ? fill + largestInverse * (1 + 2e-6) * (1 - fill) : 1;

export function contributions(
  { scores, inverse, values: own }: PreparedRows,
  threshold: number,
  values = own,
  fill = 0,
): Contributions {
  const n = values.model.length;
  const deferred = new Float64Array(n);
  const right = new Float64Array(n);
  const gain = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    deferred[i] = scores[i] <= threshold ? 1 : 0;
    const expert = inverse ? fill + inverse[i] * (values.expert[i] - fill) : values.expert[i];
    right[i] = deferred[i] ? expert : values.model[i];
    gain[i] = right[i] - values.model[i];
  }
  return { deferred, right, gain };
}

export const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
