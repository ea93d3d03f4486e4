import { hasKernel } from '../kernel/instance.js';
import { log } from '../math/log.js';
import { sigmoid } from '../math/softplus.js';
import { type Bins, binsOf } from './bins.js';
import { type GrownTree, growTree } from './grow.js';
import { type Grower, kernelGrower } from './grow-kernel.js';
import type { Trees } from './tree.js';

/**
 * Gradient boosting for the logistic loss, with few small trees: what a straight rule can't say of
 * the inputs (steps, products), and not much more. No seed.
 */
export interface BoostTask {
  readonly rows: number;
  /** Row by row. */
  readonly inputs: Float32Array;
  readonly width: number;
  /** What each row weighs for right and for wrong. */
  readonly plus: ArrayLike<number>;
  readonly minus: ArrayLike<number>;
}

export const BOOSTING = { trees: 60, rate: 0.06, leaves: 8, leastRows: 20, penalty: 1 } as const;

/** Finite where all rows say the same. */
const MOST_START = 5;

export function boost(
  task: BoostTask,
  bins: readonly Bins[] = binsOfInputs(task),
  growerOf: GrowerFactory = hasKernel() ? kernelGrower : plainGrower,
): Trees {
  const { rows, width, plus, minus } = task;
  const { rate } = BOOSTING;
  let [forIt, against, carrying] = [0, 0, 0];
  for (let i = 0; i < rows; i++) {
    forIt += plus[i];
    against += minus[i];
    if (plus[i] + minus[i] > 0) carrying++;
  }
  const start = startOf(forIt, against);
  const logits = new Float64Array(rows).fill(start);
  const grower = growerOf(rows, bins, BOOSTING.leaves);
  const { slopes } = grower;
  const unit = carrying / (forIt + against || 1); // weights in any unit
  const grown: GrownTree[] = [];
  for (let t = 0; t < BOOSTING.trees; t++) {
    for (let i = 0; i < rows; i++) {
      const share = sigmoid(logits[i]);
      const weight = unit * (plus[i] + minus[i]);
      slopes[2 * i] = weight * share - unit * plus[i];
      slopes[2 * i + 1] = weight * share * (1 - share);
    }
    const tree = grower.grow(BOOSTING);
    if (tree.nodes.length === 1) break; // nothing left to learn
    for (const { input, from, to, step } of tree.nodes)
      if (input < 0) for (let k = from; k < to; k++) logits[tree.order[k]] += rate * step;
    grown.push(tree);
  }
  return flat(grown, bins, width, start);
}

type GrowerFactory = (rows: number, bins: readonly Bins[], leaves: number) => Grower;

/** Without a kernel. */
export const plainGrower: GrowerFactory = (rows, bins) => {
  const slopes = new Float64Array(2 * rows);
  const gradient = new Float64Array(rows);
  const curvature = new Float64Array(rows);
  return {
    slopes,
    grow(settings) {
      for (let i = 0; i < rows; i++) {
        gradient[i] = slopes[2 * i];
        curvature[i] = slopes[2 * i + 1];
      }
      return growTree({ bins, gradient, curvature, ...settings });
    },
  };
};

/** The log-odds of all rows together. */
function startOf(forIt: number, against: number): number {
  if (!(forIt > 0) || !(against > 0)) return forIt > 0 ? MOST_START : -MOST_START;
  return Math.max(-MOST_START, Math.min(MOST_START, log(forIt / against)));
}

/** Several targets on the same rows share their bins. */
export function binsOfInputs({
  rows,
  inputs,
  width,
}: Pick<BoostTask, 'rows' | 'inputs' | 'width'>): Bins[] {
  return Array.from({ length: width }, (_, input) =>
    binsOf(Float32Array.from({ length: rows }, (_, i) => inputs[i * width + input])),
  );
}

function flat(
  grown: readonly GrownTree[],
  bins: readonly Bins[],
  width: number,
  start: number,
): Trees {
  const count = grown.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const trees = {
    inputs: new Int32Array(count),
    values: new Float32Array(count),
    lefts: new Int32Array(count),
    roots: new Int32Array(grown.length),
  };
  // Written one by one: `from` takes ten times as long, which is felt where `auto` grows thousands.
  let at = 0;
  grown.forEach(({ nodes }, t) => {
    const root = at;
    trees.roots[t] = root;
    for (const { input, cut, step, left } of nodes) {
      trees.inputs[at] = input;
      trees.values[at] = input < 0 ? BOOSTING.rate * step : bins[input].cuts[cut];
      trees.lefts[at++] = input < 0 ? 0 : root + left;
    }
  });
  return { width, start, ...trees };
}
