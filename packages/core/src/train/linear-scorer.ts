import { InputError } from '../error.js';
import type { InputRows } from '../features/input-rows.js';
import { inputFeatures } from '../features/row.js';
import { denseCount, type FeatureSpec } from '../features/spec.js';
import { exp } from '../math/exp.js';
import type { Network } from '../network/network.js';
import {
  type EquationRows,
  type NormalEquations,
  normalEquations,
  quadraticLoss,
  RIDGE_FOLDS,
  ridgeFolds,
} from './normal-equations.js';
import type { Objective } from './objective.js';
import { solveCholesky } from './ridge.js';

/**
 * The same objectives as a network's, minimised by a straight rule in closed form: milliseconds, no
 * seed. With squared partial losses DR CPE is a weighted ridge of (w₊ − w₋)/(w₊ + w₋) with weight
 * w₊ + w₋; LSIF one of w₊/w₋ with weight w₋; logistic a few such regressions (Newton). Where there
 * are many columns and few rows it beats every network.
 *
 * The penalty is taken from a fixed grid by cross-validation in five folds, whole clusters together.
 * (Leaving out single rows would let the rest of a cluster tell its label, and costs a pass over the
 * rows for every penalty.) It is counted per mean weight, so that the unit of weights doesn't matter.
 */
export interface LinearTask {
  readonly input: InputRows;
  readonly features: FeatureSpec;
  readonly objective: Objective;
  readonly clusters?: ArrayLike<number>;
}

export const PENALTIES = [0.1, 1, 3, 10, 30, 100, 300, 1000, 3000];
const NEWTON_STEPS = 12;

export function fitLinearScorer(task: LinearTask): Network {
  const { input, features, objective } = task;
  const { plus, minus } = objective;
  const kind = objective.partial.name;
  if (kind !== 'squared' && kind !== 'lsif' && kind !== 'logistic')
    throw new InputError(
      `linear scorer: the ${kind} loss has no closed form here (squared, lsif and logistic have). Use a network.`,
      'loss-unsuited',
      { loss: kind },
    );
  const dense = denseCount(features);
  const read = featureReader(input, features);
  const folds = ridgeFolds(input.rows, task.clusters);
  const shape = { rows: input.rows, dense, classes: features.classes, read };
  const regress = (weight: RowNumber, right: RowNumber) =>
    normalEquations({ ...shape, weight, right }, folds);
  if (kind === 'logistic') return asNetwork(fitLogistic(shape, objective, regress), shape);
  const equations =
    kind === 'squared'
      ? regress(
          (i) => plus[i] + minus[i],
          (i) => plus[i] - minus[i],
        )
      : regress(
          (i) => minus[i],
          (i) => plus[i],
        );
  return asNetwork(solve(equations, bestPenalty(equations)), shape);
}

/** Beyond so many numbers features are computed again at every reading. */
const MOST_KEPT = 2 ** 24;

/** The features of a row, kept where that takes little memory: Newton reads every row a dozen times. */
function featureReader(input: InputRows, features: FeatureSpec): Shape['read'] {
  const dense = denseCount(features);
  if (input.rows * dense > MOST_KEPT) {
    const row = new Float32Array(dense);
    return (i) => ({ dense: row, classIndex: inputFeatures(features, input, i, row, 0) });
  }
  const all = new Float32Array(input.rows * dense);
  const answers = Int32Array.from({ length: input.rows }, (_, i) =>
    inputFeatures(features, input, i, all, i * dense),
  );
  return (i) => ({ dense: all.subarray(i * dense, (i + 1) * dense), classIndex: answers[i] });
}

type RowNumber = (row: number) => number;
type Shape = Pick<EquationRows, 'rows' | 'dense' | 'classes' | 'read'>;

/** Newton's method as repeated regressions; the penalty is settled on the first of them. */
function fitLogistic(
  { rows, dense, read }: Shape,
  { plus, minus }: Objective,
  regress: (weight: RowNumber, right: RowNumber) => NormalEquations,
): Float64Array {
  const shares = new Float64Array(rows).fill(0.5);
  const scores = new Float64Array(rows);
  const curvature = (i: number) =>
    (plus[i] + minus[i]) * Math.max(LEAST_CURVATURE, shares[i] * (1 - shares[i]));
  const right = (i: number) =>
    curvature(i) * scores[i] + plus[i] * (1 - shares[i]) - minus[i] * shares[i];
  let penalty: number | undefined;
  let solution: Float64Array | undefined;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const equations = regress(curvature, right);
    // In units of the objective's own weight, which a step does not change as it does curvature.
    penalty ??= bestPenalty(equations) * equations.meanWeight;
    const next: Float64Array = solve(equations, penalty / equations.meanWeight);
    const before = solution;
    solution = next;
    if (before && next.every((value, k) => Math.abs(value - before[k]) < 1e-9)) break;
    for (let i = 0; i < rows; i++) {
      const { dense: x, classIndex } = read(i);
      let score = next[next.length - 1];
      for (let a = 0; a < dense; a++) score += next[a] * x[a];
      if (classIndex >= 0) score += next[dense + classIndex];
      scores[i] = score;
      shares[i] = 1 / (1 + exp(-score));
    }
  }
  return solution!;
}

/** Rows that are settled still hold the rule a little, so that a separable table stays finite. */
const LEAST_CURVATURE = 1e-4;

/** Of the grid, the one with the least squared loss on rows left out. */
function bestPenalty(equations: NormalEquations): number {
  const { size, matrices, rights } = equations;
  const [matrix, right] = totals(equations);
  let best = PENALTIES[0];
  let least = Number.POSITIVE_INFINITY;
  for (const penalty of PENALTIES) {
    let loss = 0;
    for (let f = 0; f < RIDGE_FOLDS; f++) {
      const without = matrix.map((value, k) => value - matrices[f][k]);
      if (!(without[size * size - 1] > 0)) continue; // every row that counts is in this fold
      const rest = right.map((value, k) => value - rights[f][k]);
      const x = penalised(without, rest, equations, penalty);
      loss += quadraticLoss(matrices[f], rights[f], x, size);
    }
    if (loss < least) {
      least = loss;
      best = penalty;
    }
  }
  return best;
}

function totals({ matrices, rights, size }: NormalEquations): [Float64Array, Float64Array] {
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  for (let f = 0; f < RIDGE_FOLDS; f++) {
    for (let k = 0; k < matrix.length; k++) matrix[k] += matrices[f][k];
    for (let k = 0; k < size; k++) right[k] += rights[f][k];
  }
  return [matrix, right];
}

function solve(equations: NormalEquations, penalty: number): Float64Array {
  const [matrix, right] = totals(equations);
  return penalised(matrix, right, equations, penalty);
}

/** Overwrites both; the constant goes free. */
function penalised(
  matrix: Float64Array,
  right: Float64Array,
  { size, spread, meanWeight }: NormalEquations,
  penalty: number,
): Float64Array {
  for (let k = 0; k < size - 1; k++) matrix[k * size + k] += penalty * meanWeight * spread[k];
  return solveCholesky(matrix, right, size);
}

/** A network without a hidden layer. */
function asNetwork(solution: Float64Array, { dense, classes }: Shape): Network {
  return {
    dense,
    classes,
    hidden: [],
    outputs: 1,
    layers: [
      {
        inputs: dense + classes,
        outputs: 1,
        weights: Float32Array.from(solution.subarray(0, dense + classes)),
        biases: Float32Array.of(solution[dense + classes]),
      },
    ],
  };
}
