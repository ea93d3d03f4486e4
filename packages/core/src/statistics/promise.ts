/**
 * The promises a threshold can carry, each with the p-value of its being broken. Rows that are
 * plainly right or wrong get exact tests (binomial tails, the sign test); weights, clusters,
 * fractional votes, scaled costs and inverse propensities get betting tests, which need only that
 * a row's contribution is bounded from below.
 */
import { insist } from '../error.js';
import { meanAbove } from './betting.js';
import { binomialAtLeast, binomialAtMost } from './binomial.js';
import { signTest } from './sign-test.js';

/** What a policy shall keep: upper bounds on errors, rate or cost, lower bounds on a gain. */
export interface Promises {
  /** Share of all rows that the system gets wrong. */
  readonly maxError?: number;
  /** Share of all rows handed over. */
  readonly maxRate?: number;
  /** Accuracy over all rows, above the model alone; 0.01 is one point. */
  readonly minGain?: number;
}

/** Rows that neither fitting nor choosing has seen. */
export interface CertifyingRows {
  readonly scores: ArrayLike<number>;
  /** In [0, 1]; scaled costs go in as 1 − cost / largest cost. */
  readonly modelRight: ArrayLike<number>;
  /** NaN where the expert's label is missing: it counts as wrong, unless there is a propensity. */
  readonly expertRight: ArrayLike<number>;
  /** Probability with which each expert label was asked for. */
  readonly propensity?: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
}

/** Rows made ready: the expert's value with missing labels dealt with, and which tests apply. */
export interface PreparedRows {
  readonly scores: ArrayLike<number>;
  readonly model: Float64Array;
  readonly expert: Float64Array;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
  readonly exact: boolean;
  readonly missing: number;
}

/** `missingAs` is what a missing label counts as: 0 when certifying, 1 when contradicting. */
export function prepareRows(rows: CertifyingRows, missingAs = 0): PreparedRows {
  const { scores, modelRight, expertRight, propensity, weight, clusters } = rows;
  const n = scores.length;
  const model = Float64Array.from(modelRight);
  const expert = new Float64Array(n);
  let exact = !weight && !clusters && !propensity;
  let missing = 0;
  insist(
    model.length === n && expertRight.length === n,
    () =>
      `certificate: found ${n} scores, ${model.length} model and ${expertRight.length} expert answers; expected as many of each.`,
  );
  for (let i = 0; i < n; i++) {
    const known = !Number.isNaN(expertRight[i]);
    if (!known) missing++;
    insist(
      model[i] >= 0 && model[i] <= 1 && (!known || (expertRight[i] >= 0 && expertRight[i] <= 1)),
      () =>
        `certificate, row ${i}: found model right ${model[i]}, expert right ${expertRight[i]}; expected numbers in [0, 1].`,
    );
    if (propensity) {
      insist(
        !known || (propensity[i] > 0 && propensity[i] <= 1),
        () =>
          `certificate, row ${i}: found the propensity ${propensity[i]}, expected one in (0, 1].`,
      );
      expert[i] = known ? expertRight[i] / propensity[i] : 0;
    } else {
      expert[i] = known ? expertRight[i] : missingAs;
    }
    exact &&= isWhole(model[i]) && isWhole(expert[i]);
  }
  return { scores, model, expert, weight, clusters, exact, missing };
}

const isWhole = (right: number) => right === 0 || right === 1;

/** The rows of one group, as rows of their own. */
export function selectRows(rows: PreparedRows, keep: (row: number) => boolean): PreparedRows {
  const chosen = Array.from(rows.model.keys()).filter(keep);
  const pick = (column: ArrayLike<number>) => Float64Array.from(chosen, (row) => column[row]);
  return {
    ...rows,
    scores: pick(rows.scores),
    model: pick(rows.model),
    expert: pick(rows.expert),
    weight: rows.weight && pick(rows.weight),
    clusters: rows.clusters && pick(rows.clusters),
  };
}

/** What happens at a threshold, as weighted shares of all rows (descriptive). */
export interface Outcome {
  readonly rate: number;
  readonly error: number;
  readonly gain: number;
}

export function outcomeAt(rows: PreparedRows, threshold: number): Outcome {
  let total = 0;
  let deferred = 0;
  let right = 0;
  let gain = 0;
  for (let i = 0; i < rows.model.length; i++) {
    const w = rows.weight ? rows.weight[i] : 1;
    const handedOver = rows.scores[i] <= threshold;
    total += w;
    right += w * (handedOver ? rows.expert[i] : rows.model[i]);
    if (!handedOver) continue;
    deferred += w;
    gain += w * (rows.expert[i] - rows.model[i]);
  }
  return { rate: deferred / total, error: 1 - right / total, gain: gain / total };
}

/** The p-value of each promise asked for: small means it holds. */
export function promiseTests(
  rows: PreparedRows,
  threshold: number,
  promises: Promises,
  delta: number,
  seed: number,
): { readonly [name in keyof Promises]: number } {
  const { maxError, maxRate, minGain } = promises;
  const n = rows.model.length;
  const { deferred, right, gain } = contributions(rows, threshold);
  const betting = (values: Float64Array, low: number, bound: number) =>
    meanAbove({ values, low, weight: rows.weight, clusters: rows.clusters, seed }, bound, delta);
  const tests: { -readonly [name in keyof Promises]: number } = {};
  if (maxError !== undefined) {
    tests.maxError = rows.exact
      ? binomialAtMost(n - sum(right), n, maxError)
      : betting(right, 0, 1 - maxError);
  }
  if (maxRate !== undefined) {
    tests.maxRate =
      rows.weight || rows.clusters
        ? betting(
            deferred.map((each) => -each),
            -1,
            -maxRate,
          )
        : binomialAtMost(sum(deferred), n, maxRate);
  }
  if (minGain !== undefined) {
    tests.minGain =
      rows.exact && minGain === 0
        ? signTest(gain.filter((z) => z > 0).length, gain.filter((z) => z < 0).length)
        : betting(gain, -1, minGain);
  }
  return tests;
}

/** The p-value of each promise asked for, the other way round: small means it is broken. */
export function brokenTests(
  rows: PreparedRows,
  threshold: number,
  { maxError, maxRate, minGain }: Promises,
  delta: number,
): { readonly [name in keyof Promises]: number } {
  const n = rows.model.length;
  const { weight, clusters } = rows;
  const { deferred, right, gain } = contributions(rows, threshold);
  const above = (values: Float64Array, low: number, bound: number) =>
    meanAbove({ values, low, weight, clusters, seed: 0 }, bound, delta);
  const below = (values: Float64Array, bound: number) => {
    // Inverse propensities go beyond 1.
    const most = values.reduce((top, value) => Math.max(top, value), 1);
    return above(
      values.map((value) => -value),
      -most,
      -bound,
    );
  };
  const tests: { -readonly [name in keyof Promises]: number } = {};
  if (maxError !== undefined)
    tests.maxError = rows.exact
      ? binomialAtLeast(n - sum(right), n, maxError)
      : below(right, 1 - maxError);
  if (maxRate !== undefined)
    tests.maxRate =
      maxRate >= 1
        ? 1
        : weight || clusters
          ? above(deferred, 0, maxRate)
          : binomialAtLeast(sum(deferred), n, maxRate);
  if (minGain !== undefined) tests.minGain = below(gain, minGain);
  return tests;
}

/** Per row: handed over or not, the system's value, and what handing over changed. */
export function contributions(
  rows: PreparedRows,
  threshold: number,
): { deferred: Float64Array; right: Float64Array; gain: Float64Array } {
  const n = rows.model.length;
  const deferred = new Float64Array(n);
  const right = new Float64Array(n);
  const gain = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    deferred[i] = rows.scores[i] <= threshold ? 1 : 0;
    right[i] = deferred[i] ? rows.expert[i] : rows.model[i];
    gain[i] = right[i] - rows.model[i];
  }
  return { deferred, right, gain };
}

export const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
