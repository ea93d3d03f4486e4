import type { Bins } from './bins.js';

/**
 * One tree on first and second derivatives, the best split first. Plainly: the twin of grow-kernel.ts,
 * and what runs where there is no WebAssembly.
 */
export interface GrowTask {
  readonly bins: readonly Bins[];
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
  readonly leaves: number;
  readonly leastRows: number;
  /** Added to a leaf's curvature: what holds small leaves back. */
  readonly penalty: number;
}

export interface GrownNode {
  /** −1 for a leaf. */
  input: number;
  /** The cut's number (rows with a code up to it go left), or the leaf's step. */
  cut: number;
  step: number;
  left: number;
  /** Rows of a leaf: a run of `order`. */
  from: number;
  to: number;
}

export interface GrownTree {
  readonly nodes: readonly GrownNode[];
  /** All rows that carry weight, those of a leaf next to each other. */
  readonly order: Uint32Array;
}

interface Split {
  readonly gain: number;
  readonly input: number;
  readonly cut: number;
}

interface Leaf {
  readonly node: number;
  readonly sums: Float64Array;
  readonly split: Split | undefined;
}

/** Numbers a bin: gradient, curvature, rows. */
const SUMS = 3;

/** Where in a list of sums each input begins, and how long the list is. */
function startsOf(bins: readonly Bins[]): Uint32Array {
  const starts = new Uint32Array(bins.length + 1);
  bins.forEach(({ cuts }, input) => {
    starts[input + 1] = starts[input] + SUMS * (cuts.length + 1);
  });
  return starts;
}

export function growTree(task: GrowTask): GrownTree {
  const { bins, leaves } = task;
  const { curvature } = task;
  const starts = startsOf(bins);
  // Rows without weight count nowhere.
  const order = Uint32Array.from(curvature.keys()).filter((row) => curvature[row] > 0);
  const rows = order.length;
  const nodes: GrownNode[] = [leafNode(0, rows)];
  const open: Leaf[] = [leafOf(task, starts, 0, nodes[0], histogram(task, starts, order, 0, rows))];
  for (let count = 1; count < leaves; count++) {
    const best = bestOf(open);
    if (best === undefined) break;
    const { node, sums, split } = open.splice(best, 1)[0];
    const { from, to } = nodes[node];
    const middle = partition(order, from, to, bins[split!.input].codes, split!.cut);
    const left = nodes.length;
    Object.assign(nodes[node], { input: split!.input, cut: split!.cut, left });
    nodes.push(leafNode(from, middle), leafNode(middle, to));
    // The smaller side is added up, the other is what remains.
    const isLeftSmaller = middle - from <= to - middle;
    const small = histogram(
      task,
      starts,
      order,
      isLeftSmaller ? from : middle,
      isLeftSmaller ? middle : to,
    );
    const large = sums;
    for (let k = 0; k < large.length; k++) large[k] -= small[k];
    const [ofLeft, ofRight] = isLeftSmaller ? [small, large] : [large, small];
    open.push(leafOf(task, starts, left, nodes[left], ofLeft));
    open.push(leafOf(task, starts, left + 1, nodes[left + 1], ofRight));
  }
  return { nodes, order };
}

export const leafNode = (from: number, to: number): GrownNode => ({
  ...{ input: -1, cut: 0, step: 0, left: 0 },
  ...{ from, to },
});

function bestOf(open: readonly Leaf[]): number | undefined {
  let best: number | undefined;
  open.forEach(({ split }, k) => {
    if (split && (best === undefined || split.gain > open[best].split!.gain)) best = k;
  });
  return best;
}

function histogram(
  { bins, gradient, curvature }: GrowTask,
  starts: Uint32Array,
  order: Uint32Array,
  from: number,
  to: number,
): Float64Array {
  const sums = new Float64Array(starts[bins.length]);
  bins.forEach(({ codes, cuts }, input) => {
    if (cuts.length === 0) return; // the same everywhere
    const base = starts[input];
    for (let k = from; k < to; k++) {
      const row = order[k];
      const at = base + SUMS * codes[row];
      sums[at] += gradient[row];
      sums[at + 1] += curvature[row];
      sums[at + 2]++;
    }
  });
  return sums;
}

/** Sets the leaf's step, and finds the split that gains most. */
function leafOf(
  task: GrowTask,
  starts: Uint32Array,
  node: number,
  into: GrownNode,
  sums: Float64Array,
): Leaf {
  const { bins, leastRows, penalty } = task;
  const rows = into.to - into.from;
  // Every input that has a cut holds the whole leaf.
  const any = Math.max(
    0,
    bins.findIndex(({ cuts }) => cuts.length > 0),
  );
  let [gradient, curvature] = [0, 0];
  for (let at = starts[any]; at < starts[any + 1]; at += SUMS) {
    gradient += sums[at];
    curvature += sums[at + 1];
  }
  into.step = -gradient / (curvature + penalty);
  const score = (g: number, h: number) => (g * g) / (h + penalty);
  const whole = score(gradient, curvature);
  let split: Split | undefined;
  if (rows >= 2 * leastRows)
    bins.forEach(({ cuts }, input) => {
      const base = starts[input];
      let [g, h, n] = [0, 0, 0];
      for (let cut = 0; cut < cuts.length; cut++) {
        const at = base + SUMS * cut;
        g += sums[at];
        h += sums[at + 1];
        if (sums[at + 2] === 0) continue; // nobody between this cut and the one before
        n += sums[at + 2];
        if (n < leastRows) continue;
        if (rows - n < leastRows) break;
        const gain = score(g, h) + score(gradient - g, curvature - h) - whole;
        if (gain > LEAST_GAIN && (!split || gain > split.gain)) split = { gain, input, cut };
      }
    });
  return { node, sums, split };
}

/** Less is rounding. */
export const LEAST_GAIN = 1e-9;

/** Rows with a code up to the cut come first; their order stays. Returns where the others begin. */
function partition(
  order: Uint32Array,
  from: number,
  to: number,
  codes: Uint8Array,
  cut: number,
): number {
  const right: number[] = [];
  let at = from;
  for (let k = from; k < to; k++) {
    const row = order[k];
    if (codes[row] <= cut) order[at++] = row;
    else right.push(row);
  }
  order.set(right, at);
  return at;
}
