import { createKernel } from '../kernel/instance.js';
import type { Bins } from './bins.js';
import { type GrownNode, type GrownTree, LEAST_GAIN, leafNode } from './grow.js';

/**
 * The same trees as growTree's, to the last bit, by the kernel (kernel/trees.ts). One grower serves all
 * trees on the same rows: the memory is laid out once.
 */
export interface Grower {
  /** By row: gradient, then curvature. To be filled before every tree. */
  readonly slopes: Float64Array;
  grow(settings: GrowSettings): GrownTree;
}

export interface GrowSettings {
  readonly leaves: number;
  readonly leastRows: number;
  readonly penalty: number;
}

/** Bytes of a bin: two sums in float64, the rows as an integer, and 4 that nobody reads. */
const BIN = 24;

export function kernelGrower(rows: number, bins: readonly Bins[], leaves: number): Grower {
  const kernel = createKernel();
  // An input that is the same everywhere has no cut.
  const active = [...bins.keys()].filter((input) => bins[input].cuts.length > 0);
  const inputs = active.length;
  const begins = [0];
  for (const input of active) begins.push(begins.at(-1)! + BIN * (bins[input].cuts.length + 1));
  const bytes = begins.at(-1)!;
  const codes = kernel.reserve(rows * inputs);
  const starts = kernel.reserve(4 * (inputs + 1));
  const slopes = kernel.reserve(16 * rows);
  const order = kernel.reserve(4 * rows);
  const scratch = kernel.reserve(4 * rows);
  const found = kernel.reserve(32);
  const places = Array.from({ length: leaves }, () => kernel.reserve(bytes));
  kernel.words(starts, inputs + 1).set(begins);
  const byRow = kernel.bytes(codes, rows * inputs);
  active.forEach((input, j) => {
    const own = bins[input].codes;
    for (let i = 0; i < rows; i++) byRow[i * inputs + j] = own[i];
  });
  const views = {
    slopes: kernel.doubles(slopes, 2 * rows),
    order: kernel.words(order, rows),
    gain: kernel.doubles(found, 2),
    cut: kernel.ints(found + 16, 2),
  };
  const { addRows, subtract, bestCut, partition } = kernel.exports;

  return {
    slopes: views.slopes,
    grow({ leaves: most, leastRows, penalty }) {
      // Rows without weight count nowhere.
      let carrying = 0;
      for (let i = 0; i < rows; i++) if (views.slopes[2 * i + 1] > 0) views.order[carrying++] = i;
      const nodes: GrownNode[] = [leafNode(0, carrying)];
      const open: Open[] = [];
      let used = 0;
      const sumsOf = (from: number, to: number): number => {
        const sums = places[used++];
        kernel.bytes(sums, bytes).fill(0);
        addRows(codes, inputs, starts, slopes, order, from, to, sums);
        return sums;
      };
      const openLeaf = (node: number, sums: number) => {
        const into = nodes[node];
        const count = into.to - into.from;
        bestCut(sums, starts, inputs, count, leastRows, penalty, LEAST_GAIN, found);
        into.step = views.gain[1];
        const [input, cut] = views.cut;
        open.push({ node, sums, gain: views.gain[0], input, cut });
      };
      openLeaf(0, sumsOf(0, carrying));
      for (let count = 1; count < most; count++) {
        const best = open.reduce((a, b) => (b.gain > a.gain ? b : a));
        if (!(best.gain > 0)) break;
        open.splice(open.indexOf(best), 1);
        const { node, sums, input, cut } = best;
        const { from, to } = nodes[node];
        const middle = partition(codes, inputs, order, from, to, input, cut, scratch);
        const left = nodes.length;
        Object.assign(nodes[node], { input: active[input], cut, left });
        nodes.push(leafNode(from, middle), leafNode(middle, to));
        // The smaller side is added up, the other is what remains.
        const isLeftSmaller = middle - from <= to - middle;
        const small = isLeftSmaller ? sumsOf(from, middle) : sumsOf(middle, to);
        subtract(sums, small, bytes);
        openLeaf(left, isLeftSmaller ? small : sums);
        openLeaf(left + 1, isLeftSmaller ? sums : small);
      }
      return { nodes, order: views.order.subarray(0, carrying) };
    },
  };
}

interface Open {
  readonly node: number;
  readonly sums: number;
  readonly gain: number;
  readonly input: number;
  readonly cut: number;
}
