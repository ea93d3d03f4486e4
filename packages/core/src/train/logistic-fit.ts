import { exp } from '../math/exp.js';
import type { FeatureBlocks } from './feature-blocks.js';
import { coefficients, type StraightBasis, turned } from './straight-basis.js';

/**
 * The logistic regression of weights for right and wrong with a ridge penalty. Curvature is at most
 * a quarter of the weight, so the basis of the unweighted regression is a good measure of every
 * direction: quasi-Newton steps (limited memory, Nocedal) in it need a dozen walks over the rows and no
 * second Gram matrix, where Newton's method would add one up at every step.
 */
export interface LogisticTask {
  readonly features: FeatureBlocks;
  /** Of the regression with weights plus + minus. */
  readonly basis: StraightBasis;
  readonly plus: ArrayLike<number>;
  readonly minus: ArrayLike<number>;
  readonly penalty: number;
}

const MOST_STEPS = 100;
/** What a quadratic model still promises to gain, per unit of weight, when it is over. */
const SETTLED = 1e-12;
const MEMORY = 8;

/** Coefficients, the constant last. */
export function fitLogistic(task: LogisticTask): Float64Array {
  const { basis, penalty } = task;
  const { size, mass, eigen } = basis;
  // The last number is the mean score.
  const measure = new Float64Array(size + 1);
  for (let j = 0; j < size; j++)
    measure[j] = 1 / (CURVATURE * Math.max(0, eigen.values[j]) + penalty);
  measure[size] = 1 / (CURVATURE * mass);
  const slopeAt = (at: Float64Array): Float64Array => {
    const solution = coefficients(basis, at, at[size]);
    const slopes = scoreSlopes(task, solution);
    const slope = new Float64Array(size + 1);
    slope.set(turned(basis, slopes));
    slope[size] = slopes[size];
    for (let j = 0; j < size; j++) slope[j] += penalty * at[j];
    return slope;
  };
  let at: Float64Array = new Float64Array(size + 1);
  let slope = slopeAt(at);
  const memory: Pair[] = [];
  for (let step = 0; step < MOST_STEPS; step++) {
    if (slope.reduce((sum, s, j) => sum + s * s * measure[j], 0) <= SETTLED * mass) break;
    const direction = quasiNewton(slope, measure, memory);
    const before = dot(slope, direction);
    let length = 1;
    let next = moved(at, direction, length);
    let there = slopeAt(next);
    // Past the lowest point and nearly as steep: back to where a parabola has its lowest.
    for (let tries = 0; tries < 20; tries++) {
      const after = dot(there, direction);
      if (after <= -before / 2) break;
      length *= before / (before - after);
      next = moved(at, direction, length);
      there = slopeAt(next);
    }
    const change = next.map((value, j) => value - at[j]);
    const turn = there.map((value, j) => value - slope[j]);
    const product = dot(change, turn);
    if (product > 0) memory.push({ change, turn, product });
    if (memory.length > MEMORY) memory.shift();
    at = next;
    slope = there;
  }
  return coefficients(basis, at, at[size]);
}

/** The logistic loss curves by at most this share of the weight. */
const CURVATURE = 0.25;

interface Pair {
  readonly change: Float64Array;
  readonly turn: Float64Array;
  readonly product: number;
}

/** Minus the inverse Hessian, as far as the last steps tell it, times the slope. */
function quasiNewton(slope: Float64Array, measure: Float64Array, memory: readonly Pair[]) {
  const direction = slope.map((value) => -value);
  const shares: number[] = [];
  for (let k = memory.length - 1; k >= 0; k--) {
    const { change, turn, product } = memory[k];
    shares[k] = dot(change, direction) / product;
    for (let j = 0; j < direction.length; j++) direction[j] -= shares[k] * turn[j];
  }
  const newest = memory.at(-1);
  let unit = 1;
  if (newest) {
    const spread = newest.turn.reduce((sum, value, j) => sum + value * value * measure[j], 0);
    unit = newest.product / spread;
  }
  for (let j = 0; j < direction.length; j++) direction[j] *= unit * measure[j];
  for (const [k, { change, turn, product }] of memory.entries()) {
    const share = shares[k] - dot(turn, direction) / product;
    for (let j = 0; j < direction.length; j++) direction[j] += share * change[j];
  }
  return direction;
}

/** Σ (slope of a row's loss in its score)·x, the constant last. */
function scoreSlopes({ features, plus, minus }: LogisticTask, solution: Float64Array) {
  const { dense, classes } = features;
  const sums = new Float64Array(solution.length);
  const constant = solution[solution.length - 1];
  let total = 0;
  for (const { from, count, values, answers } of features.blocks())
    for (let i = 0; i < count; i++) {
      const own = plus[from + i];
      const weight = own + minus[from + i];
      if (weight === 0) continue;
      const at = i * dense;
      let score = constant + (classes > 0 ? solution[dense + answers[i]] : 0);
      for (let a = 0; a < dense; a++) score += solution[a] * values[at + a];
      const slope = weight / (1 + exp(-score)) - own;
      for (let a = 0; a < dense; a++) sums[a] += slope * values[at + a];
      if (classes > 0) sums[dense + answers[i]] += slope;
      total += slope;
    }
  sums[solution.length - 1] = total;
  return sums;
}

const moved = (at: Float64Array, direction: Float64Array, length: number): Float64Array =>
  at.map((value, j) => value + length * direction[j]);

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}
