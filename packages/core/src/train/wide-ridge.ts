import type { Block } from '../table/table.js';
import { blockProducts, timesBlock, weightedSum } from './block-products.js';
import { dot, inner, krylov } from './lanczos.js';
import { RIDGE_FOLDS, ridgeFolds } from './normal-equations.js';

/**
 * Ridge regression on blocks of hundreds of numbers, in its dual form: a rule is a sum over rows, and
 * all it asks for are inner products of rows. A few inputs of another kind (the model's confidence,
 * columns) stand beside the blocks. One number of an embedding says less than one of those, so it is
 * held back harder: how much is chosen together with the penalty, on folds that are left out.
 *
 * With many rows both are chosen on some of them. A penalty is a ratio of noise to signal, which
 * more rows don't change.
 */
export interface WideRidgeTask {
  readonly blocks: readonly Block[];
  /** The other inputs, row by row, each of spread 1. */
  readonly inputs: Float64Array;
  readonly width: number;
  readonly target: ArrayLike<number>;
  /** At least one row weighs something. */
  readonly weight: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
}

/** score = constant + coefficients · inputs + Σ direction · block. */
export interface WideRidge {
  readonly constant: number;
  readonly coefficients: Float64Array;
  readonly directions: readonly Float64Array[];
}

/** The penalty is chosen on so many rows. */
export const MOST_ROWS = 600;
/** What a number of a block counts, where another input counts 1. */
const SHARES = [1, 0.1, 0.01];
const PENALTIES = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];
/** Directions that a rule is made of. What is left out varies little, and a penalty would hold it back. */
const STEPS = 25;

/** K·u: what all rows score by a sum over rows, u what each of them counts. */
type Times = (u: Float64Array) => Float64Array;

export function wideRidge(task: WideRidgeTask): WideRidge {
  const { blocks, width } = task;
  const used = Array.from(task.weight, (w, row) => (w > 0 ? row : -1)).filter((row) => row >= 0);
  const size = Math.min(MOST_ROWS, used.length);
  const kept = Array.from({ length: size }, (_, k) => used[Math.floor((k * used.length) / size)]);
  const { matrix, scales } = blockProducts(blocks, kept);
  const { share, penalty } = choose(task, kept, (u) => timesMatrix(matrix, u));

  const [target, weight] = [task.target, task.weight].map((list) => pick(list, used));
  const inputs = inputRows(task, used);
  const times: Times = (u) => {
    if (size === used.length)
      return plus(timesMatrix(matrix, u), share, timesInputs(inputs, width, u));
    return blocks.reduce(
      (sum, block, b) => plus(timesBlock(block, used, u), share * scales[b], sum),
      timesInputs(inputs, width, u),
    );
  };
  const { mean, unit, directions, coordinates } = solve(times, target, weight);
  const counts = combined(directions, coordinates(penalty * unit), weight);
  const mass = weight.reduce((sum, w) => sum + w, 0);
  return {
    constant: mean - dot(weight, times(counts)) / mass,
    coefficients: sumOfInputs(inputs, width, counts),
    directions: blocks.map((block, b) =>
      weightedSum(block, used, counts).map((sum) => share * scales[b] * sum),
    ),
  };
}

/** The pair with the smallest squared loss on folds left out, clusters whole. */
function choose(task: WideRidgeTask, kept: readonly number[], timesBlocks: Times) {
  const { clusters, width } = task;
  const folds = ridgeFolds(Uint32Array.from(kept, (row) => (clusters ? clusters[row] : row)));
  const [target, weight] = [task.target, task.weight].map((list) => pick(list, kept));
  const inputs = inputRows(task, kept);
  // Nothing stands beside the blocks: their share is then a penalty by another name.
  const shares = width > 0 ? SHARES : [1];
  let best = { share: shares[0], penalty: PENALTIES[0], loss: Number.POSITIVE_INFINITY };
  for (const share of shares) {
    const times: Times = (u) => plus(timesBlocks(u), share, timesInputs(inputs, width, u));
    const losses = new Float64Array(PENALTIES.length);
    for (let fold = 0; fold < RIDGE_FOLDS; fold++) {
      const train = weight.map((w, k) => (folds[k] === fold ? 0 : w));
      if (!train.some((w) => w > 0)) continue;
      const { mean, unit, scores, coordinates } = solve(times, target, train);
      PENALTIES.forEach((penalty, p) => {
        const along = coordinates(penalty * unit);
        for (let k = 0; k < kept.length; k++) {
          if (folds[k] !== fold) continue;
          const score = scores.reduce((sum, list, d) => sum + along[d] * list[k], mean);
          losses[p] += weight[k] * (target[k] - score) ** 2;
        }
      });
    }
    losses.forEach((loss, p) => {
      if (loss < best.loss) best = { share, penalty: PENALTIES[p], loss };
    });
  }
  return best;
}

/** The rule of every penalty, as coordinates along a few directions; rows that weigh 0 have no say. */
function solve(times: Times, target: Float64Array, weight: Float64Array) {
  const mass = weight.reduce((sum, w) => sum + w, 0);
  const carrying = weight.reduce((sum, w) => sum + (w > 0 ? 1 : 0), 0);
  const mean = dot(weight, target) / mass;
  const root = weight.map(Math.sqrt);
  // Every direction is at right angles to the weights' roots, so its sum over rows is 0 already.
  const middle = times(weight).map((value) => value / mass);
  const centred: Times = (v) => {
    const u = v.map((value, k) => root[k] * value);
    const shift = dot(middle, u);
    return times(u).map((value) => value - shift);
  };
  const start = target.map((value, k) => root[k] * (value - mean));
  const scores: Float64Array[] = []; // of the rule along each direction
  const found = krylov(
    (v) => {
      scores.push(centred(v));
      return scores[scores.length - 1].map((value, k) => root[k] * value);
    },
    start,
    STEPS,
  );
  return { mean, unit: mass / carrying, scores, ...found };
}

/** What each row counts in the rule of these coordinates. */
function combined(
  directions: readonly Float64Array[],
  along: Float64Array,
  weight: Float64Array,
): Float64Array {
  return weight.map((w, k) =>
    directions.reduce((sum, direction, d) => sum + along[d] * Math.sqrt(w) * direction[k], 0),
  );
}

const pick = (list: ArrayLike<number>, rows: readonly number[]): Float64Array =>
  Float64Array.from(rows, (row) => list[row]);

function inputRows({ inputs, width }: WideRidgeTask, rows: readonly number[]): Float64Array {
  const part = new Float64Array(rows.length * width);
  rows.forEach((row, k) => {
    part.set(inputs.subarray(row * width, (row + 1) * width), k * width);
  });
  return part;
}

const plus = (a: Float64Array, factor: number, b: Float64Array): Float64Array =>
  a.map((value, k) => factor * value + b[k]);

const timesMatrix = (matrix: Float64Array, u: Float64Array): Float64Array =>
  u.map((_, i) => inner(matrix, i * u.length, u, 0, u.length));

const timesInputs = (inputs: Float64Array, width: number, u: Float64Array): Float64Array => {
  const sums = sumOfInputs(inputs, width, u);
  return u.map((_, k) => inner(inputs, k * width, sums, 0, width));
};

function sumOfInputs(inputs: Float64Array, width: number, u: Float64Array): Float64Array {
  const sums = new Float64Array(width);
  for (let k = 0; k < u.length; k++)
    for (let a = 0; a < width; a++) sums[a] += u[k] * inputs[k * width + a];
  return sums;
}
