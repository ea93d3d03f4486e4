/**
 * A world in which every kind of promise has its truth in closed form, and the grid that a policy
 * would carry into it, estimated from 500 rows of its own.
 */
import { stream } from '../src/random/stream.js';
import type { Grid } from '../src/statistics/grid.js';
import { type EstimatedCut, spanningGrid } from '../src/statistics/spanning-grid.js';

/** Score u uniform; the model errs with 0.3·(1 − u)², the expert with 0.05 at a cost of 1 each. */
const modelError = (u: number) => 0.3 * (1 - u) ** 2;
export const EXPERT = 0.05;
/** ∫ over u > t of the model's error: 0.1·(1 − t)³. */
export const TRUTH = {
  maxKeptError: (t: number) => 0.1 * (1 - t) ** 2,
  maxError: (t: number) => 0.1 * (1 - t) ** 3 + EXPERT * t,
  maxRate: (t: number) => t,
  minGain: (t: number) => 0.1 - 0.1 * (1 - t) ** 3 - EXPERT * t,
  budget: (t: number) => t,
  maxCost: (t: number) => 0.1 * (1 - t) ** 3 + EXPERT * t,
};

export function rowsOf(n: number, seed: number, name = 'rows') {
  const random = stream(seed, name);
  const scores = Float64Array.from({ length: n }, () => random.uniform());
  const modelValue = scores.map((u) => (random.uniform() < modelError(u) ? 0 : 1));
  const expertValue = scores.map(() => (random.uniform() < EXPERT ? 0 : 1));
  const answer = scores.map(() => random.below(3));
  const range = { largest: 2, by: 'declared' as const };
  const spending = {
    kept: new Float64Array(n),
    handed: scores.map(() => 2 * random.uniform()),
    range,
  };
  const cost = { kept: modelValue.map((v) => 1 - v), handed: expertValue.map((v) => 1 - v), range };
  return { scores, modelValue, expertValue, answer, spending, cost };
}

/** As from 500 out-of-fold rows. */
export function gridOf(seed: number): Grid {
  const { scores, modelValue, expertValue } = rowsOf(500, seed, 'out of fold');
  const order = Array.from(scores.keys()).sort((a, b) => scores[a] - scores[b]);
  const n = order.length;
  let keptWrong = modelValue.reduce((sum, v) => sum + 1 - v, 0);
  let expertWrong = 0;
  const cuts: EstimatedCut[] = [cutAt(-Infinity, 0, keptWrong, 0, n)];
  const all = keptWrong;
  order.forEach((row, k) => {
    keptWrong -= 1 - modelValue[row];
    expertWrong += 1 - expertValue[row];
    const next = k + 1 < n ? (scores[row] + scores[order[k + 1]]) / 2 : Infinity;
    cuts.push(cutAt(next, k + 1, keptWrong, expertWrong, n, all));
  });
  return spanningGrid(cuts);
}
function cutAt(
  threshold: number,
  deferred: number,
  kept: number,
  expert: number,
  n: number,
  all = kept,
): EstimatedCut {
  const rate = deferred / n;
  const error = (kept + expert) / n;
  return {
    threshold,
    estimate: {
      ...{ rate, rows: n, error, gain: all / n - error, spending: rate, cost: error },
      ...{ largestSpending: 2, largestCost: 2 },
      ...(deferred < n && { keptError: kept / (n - deferred) }),
    },
  };
}
