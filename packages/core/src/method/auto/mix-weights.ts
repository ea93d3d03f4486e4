/**
 * How members are mixed: the non-negative weights whose weighted sum of out-of-fold scores comes
 * nearest to what is to be known (who does better), with a ridge penalty that shares the weight among
 * members that say the same. The sums it needs are kept fold by fold, so weights without a fold are
 * a subtraction.
 */
export interface MixSums {
  /** Members. */
  readonly size: number;
  /** Σ w, Σ w·t, then by member Σ w·s, Σ w·s·t, and Σ w·s·s′ row by row. */
  readonly weight: number;
  readonly target: number;
  readonly scores: Float64Array;
  readonly right: Float64Array;
  readonly matrix: Float64Array;
}

/** What a member's share is held back by, per row, in units of its own spread. */
const PENALTY = 0.1;
const SWEEPS = 500;

export function mixSums(
  members: readonly ArrayLike<number>[],
  target: ArrayLike<number>,
  weight: (row: number) => number,
  rows: ArrayLike<number>,
): MixSums {
  const size = members.length;
  const scores = new Float64Array(size);
  const right = new Float64Array(size);
  const matrix = new Float64Array(size * size);
  let [total, ofTarget] = [0, 0];
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k];
    const w = weight(row);
    if (w === 0) continue;
    total += w;
    ofTarget += w * target[row];
    for (let a = 0; a < size; a++) {
      const value = w * members[a][row];
      scores[a] += value;
      right[a] += value * target[row];
      for (let b = 0; b <= a; b++) matrix[a * size + b] += value * members[b][row];
    }
  }
  return { size, weight: total, target: ofTarget, scores, right, matrix };
}

/** The sums of several folds together. */
export function addSums(parts: readonly MixSums[]): MixSums {
  const [{ size }] = parts;
  const add = (of: (part: MixSums) => Float64Array) =>
    of(parts[0]).map((_, k) => parts.reduce((sum, part) => sum + of(part)[k], 0));
  return {
    size,
    weight: parts.reduce((sum, part) => sum + part.weight, 0),
    target: parts.reduce((sum, part) => sum + part.target, 0),
    scores: add((part) => part.scores),
    right: add((part) => part.right),
    matrix: add((part) => part.matrix),
  };
}

/** The sums of some members, in their order. */
export function someSums(sums: MixSums, members: readonly number[]): MixSums {
  const { matrix, size } = sums;
  const at = (a: number, b: number) => matrix[Math.max(a, b) * size + Math.min(a, b)];
  return {
    ...sums,
    size: members.length,
    scores: Float64Array.from(members, (m) => sums.scores[m]),
    right: Float64Array.from(members, (m) => sums.right[m]),
    matrix: Float64Array.from(members.flatMap((a) => members.map((b) => at(a, b)))),
  };
}

/** One weight a member, for its raw scores; all 0 where no member says anything. */
export function mixWeights({ size, weight, target, scores, right, matrix }: MixSums): Float64Array {
  const mean = (a: number) => scores[a] / weight;
  const covariance = (a: number, b: number) =>
    matrix[Math.max(a, b) * size + Math.min(a, b)] / weight - mean(a) * mean(b);
  const spread = Float64Array.from({ length: size }, (_, a) =>
    Math.sqrt(Math.max(0, covariance(a, a))),
  );
  // A score that is the same everywhere (to float32 rounding) decides nothing.
  const says = (a: number) => spread[a] > 1e-6 * Math.max(1e-6, Math.abs(mean(a)));
  const correlation = (a: number, b: number) => covariance(a, b) / (spread[a] * spread[b]);
  const slope = (a: number) => (right[a] / weight - (mean(a) * target) / weight) / spread[a];
  // Coordinate descent on a convex quadratic: each weight to its best value, never below 0.
  const found = new Float64Array(size);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved = 0;
    for (let a = 0; a < size; a++) {
      if (!says(a)) continue;
      let rest = slope(a);
      for (let b = 0; b < size; b++)
        if (b !== a && found[b] > 0) rest -= correlation(a, b) * found[b];
      const next = Math.max(0, rest / (1 + PENALTY));
      moved = Math.max(moved, Math.abs(next - found[a]));
      found[a] = next;
    }
    if (moved < 1e-12) break;
  }
  return found.map((value, a) => (value > 0 ? value / spread[a] : 0));
}
