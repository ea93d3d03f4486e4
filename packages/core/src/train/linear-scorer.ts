import { InputError } from '../error.js';
import type { InputRows } from '../features/input-rows.js';
import type { FeatureSpec } from '../features/spec.js';
import type { Network } from '../network/network.js';
import { type FeatureBlocks, featureBlocks } from './feature-blocks.js';
import { leaveOneOutLosses } from './leave-one-out.js';
import { fitLogistic } from './logistic-fit.js';
import {
  equationSize,
  gramMatrices,
  quadraticLoss,
  ridgeFolds,
  rightSides,
  total,
} from './normal-equations.js';
import type { Objective } from './objective.js';
import { solveCholesky } from './ridge.js';
import { ridgeSolution, type StraightBasis, scaledBasis, straightBasis } from './straight-basis.js';

/**
 * The same objectives as a network's, minimised by a straight rule in closed form: milliseconds, no
 * seed. With squared partial losses DR CPE is a weighted ridge of (w₊ − w₋)/(w₊ + w₋) with weight
 * w₊ + w₋; LSIF one of w₊/w₋ with weight w₋; logistic a regression with its own steps. Where there
 * are many columns and few rows it beats every network.
 *
 * The penalty is the best of a fixed grid by leaving out single rows, which one decomposition tells
 * for the whole grid. With clusters five folds of whole clusters are left out: the rest of a cluster
 * would tell a row's label. A logistic regression takes the penalty of its first Newton step, which
 * is a ridge regression. It is counted per mean weight, so that the unit of weights doesn't matter.
 */
export interface LinearTask {
  readonly input: InputRows;
  readonly features: FeatureSpec;
  readonly objective: Objective;
  readonly clusters?: ArrayLike<number>;
}

export const PENALTIES = [0.1, 1, 3, 10, 30, 100, 300, 1000, 3000];

export function fitLinearScorer({ input, features, objective, clusters }: LinearTask): Network {
  const { plus, minus, partial } = objective;
  if (partial.name !== 'squared' && partial.name !== 'lsif' && partial.name !== 'logistic')
    throw new InputError(
      `linear scorer: the ${partial.name} loss has no closed form here (squared, lsif and logistic have). Use a network.`,
      'loss-unsuited',
      { loss: partial.name },
    );
  const rows = featureBlocks(input, features);
  const problem: Problem =
    partial.name === 'lsif'
      ? { rows, weight: (i) => minus[i], right: (i) => plus[i] }
      : { rows, weight: (i) => plus[i] + minus[i], right: (i) => plus[i] - minus[i] };
  const { basis, matrices, meanWeight } = prepared(problem, clusters);
  const folds = clusters && ridgeFolds(clusters);
  const rights = rightSides(rows, problem.right, folds);
  const units = PENALTIES.map((penalty) => penalty * meanWeight);
  const losses = folds
    ? foldLosses(rows, matrices, rights, basis, units)
    : leaveOneOutLosses({ ...problem, features: rows, basis, sums: rights[0], penalties: units });
  const penalty = units[losses.indexOf(Math.min(...losses))];
  if (partial.name !== 'logistic')
    return asNetwork(ridgeSolution(basis, total(rights), penalty), rows);
  // The first step's curvature is a quarter of the weight, and so is its penalty.
  return asNetwork(fitLogistic({ features: rows, basis, plus, minus, penalty: penalty / 4 }), rows);
}

interface Problem {
  readonly rows: FeatureBlocks;
  weight(row: number): number;
  right(row: number): number;
}

interface Prepared {
  readonly matrices: readonly Float64Array[];
  readonly basis: StraightBasis;
  /** Of the rows that carry one. */
  readonly meanWeight: number;
}

/** Most rules weigh every row alike, and several are fitted on the same inputs. */
const alike = new WeakMap<FeatureBlocks, Prepared>();

function prepared({ rows, weight }: Problem, clusters?: ArrayLike<number>): Prepared {
  let [mass, carrying] = [0, 0];
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < rows.rows; i++) {
    const w = weight(i);
    mass += w;
    if (w > 0) carrying++;
    least = Math.min(least, w);
    most = Math.max(most, w);
  }
  const meanWeight = carrying > 0 ? mass / carrying : 1;
  const made = (of: (row: number) => number): Omit<Prepared, 'meanWeight'> => {
    const matrices = gramMatrices(rows, of, clusters && ridgeFolds(clusters));
    return { matrices, basis: straightBasis(total(matrices), rows.dense, rows.classes) };
  };
  if (least !== most || !(most > 0)) return { ...made(weight), meanWeight };
  const one = alike.get(rows) ?? { ...made(() => 1), meanWeight: 1 };
  alike.set(rows, one);
  const { basis, matrices } = one;
  return {
    matrices: most === 1 ? matrices : matrices.map((matrix) => matrix.map((sum) => most * sum)),
    basis: most === 1 ? basis : scaledBasis(basis, most),
    meanWeight,
  };
}

/** The squared loss on each fold of the rule that the others give, by penalty. */
function foldLosses(
  rows: FeatureBlocks,
  matrices: readonly Float64Array[],
  rights: readonly Float64Array[],
  { scales }: StraightBasis,
  penalties: readonly number[],
): Float64Array {
  const size = equationSize(rows);
  const [matrix, right] = [total(matrices), total(rights)];
  const losses = new Float64Array(penalties.length);
  matrices.forEach((own, f) => {
    const without = matrix.map((value, k) => value - own[k]);
    if (!(without[size * size - 1] > 0)) return; // every row that counts is in this fold
    const rest = right.map((value, k) => value - rights[f][k]);
    penalties.forEach((penalty, p) => {
      const held = without.slice();
      for (let a = 0; a < size - 1; a++) held[a * size + a] += penalty / (scales[a] * scales[a]);
      const x = solveCholesky(held, rest.slice(), size);
      losses[p] += quadraticLoss(own, rights[f], x, size);
    });
  });
  return losses;
}

/** A network without a hidden layer. */
function asNetwork(solution: Float64Array, { dense, classes }: FeatureBlocks): Network {
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
