import type { FeatureBlocks } from './feature-blocks.js';
import { type StraightBasis, turned } from './straight-basis.js';

/** With more rows every so-manieth is left out: by then they all name the same penalty. */
const MOST_LEFT_OUT = 2000;

export interface LeaveOneOut {
  readonly features: FeatureBlocks;
  readonly basis: StraightBasis;
  /** The weight of a row, and weight × target. */
  weight(row: number): number;
  right(row: number): number;
  /** Σ right·x, the constant last. */
  readonly sums: Float64Array;
  readonly penalties: readonly number[];
}

/**
 * The squared loss of every row under the rule fitted without it, by penalty, and without fitting
 * anything anew: leaving row i out turns its score f into (f − r·q)/(1 − w·q), q = xᵀ·A⁻¹·x.
 */
export function leaveOneOutLosses(task: LeaveOneOut): Float64Array {
  const { features, basis, penalties } = task;
  const { size, mass, eigen } = basis;
  const mean = task.sums[size] / mass;
  const along = turned(basis, task.sums);
  const shrunk = penalties.map((penalty) =>
    eigen.values.map((value) => 1 / (Math.max(0, value) + penalty)),
  );
  const pulls = shrunk.map((shrink) => shrink.map((share, j) => share * along[j]));
  const losses = new Float64Array(penalties.length);
  const stride = Math.max(1, Math.ceil(features.rows / MOST_LEFT_OUT));
  const place = placer(features, basis);
  for (const { from, count, values, answers } of features.blocks())
    for (let i = (stride - (from % stride)) % stride; i < count; i += stride) {
      const w = task.weight(from + i);
      const r = task.right(from + i);
      if (w === 0 && r === 0) continue;
      const z = place(values, i * features.dense, answers[i]);
      for (let p = 0; p < penalties.length; p++) {
        const [shrink, pull] = [shrunk[p], pulls[p]];
        let [q, f] = [1 / mass, mean];
        for (let j = 0; j < size; j++) {
          q += z[j] * z[j] * shrink[j];
          f += z[j] * pull[j];
        }
        const without = (f - r * q) / Math.max(LEAST_LEFT, 1 - w * q);
        losses[p] += w * without * without - 2 * r * without;
      }
    }
  return losses;
}

/** A row that decides its own score alone leaves nothing behind; rounding must not turn the sign. */
const LEAST_LEFT = 1e-6;

/** Where a row stands in the basis; one buffer for all. */
function placer({ dense, classes }: FeatureBlocks, { size, means, scales, eigen }: StraightBasis) {
  const z = new Float64Array(size);
  const { vectors } = eigen;
  // By eigenvector: dense coefficients with their scale inside, and what every row begins with.
  const turn = new Float64Array(size * dense);
  const start = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    for (let a = 0; a < dense; a++) turn[j * dense + a] = vectors[j * size + a] * scales[a];
    for (let a = 0; a < size; a++) start[j] -= vectors[j * size + a] * scales[a] * means[a];
  }
  return (x: Float32Array, at: number, answer: number): Float64Array => {
    const hot = classes > 0 ? dense + answer : -1;
    for (let j = 0; j < size; j++) {
      let sum = start[j] + (hot < 0 ? 0 : vectors[j * size + hot]);
      const from = j * dense;
      for (let a = 0; a < dense; a++) sum += turn[from + a] * x[at + a];
      z[j] = sum;
    }
    return z;
  };
}
