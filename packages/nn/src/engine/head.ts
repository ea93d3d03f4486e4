import { exp, log } from '@cede/core';
import { FEATURES } from '../network/spec.js';
import { CONTROL, type Context, sliceBounds } from './context.js';
import { blockOutput, outputSize } from './forward.js';
import type { Phase } from './phases.js';
import { addGradientSums, clearStatistics, finishGradientSums } from './statistics.js';

/**
 * The network's end: the last block's output, averaged over the image, and one linear layer. In
 * training also softmax cross-entropy and its gradient down to the last block's ReLU. The linear layer is
 * plain TypeScript: under one per cent of a step.
 */
export function headPhase(context: Context, training: boolean): Phase {
  const last = context.layout.blocks[context.layout.blocks.length - 1].second;
  return {
    work(slice) {
      const [start, end] = sliceBounds(context, slice);
      if (training) clearSlice(context, slice);
      for (let n = start; n < end; n++) {
        pool(context, n);
        classify(context, n);
        if (training) descendFrom(context, slice, n);
      }
    },
    finish: training ? () => finishGradientSums(context, last) : undefined,
  };
}

function clearSlice(context: Context, slice: number): void {
  const { heap, doubles, layout } = context;
  clearStatistics(context, slice);
  doubles.fill(0, layout.results / 8 + 2 * slice, layout.results / 8 + 2 * slice + 2);
  const gradient = linearGradient(context, slice);
  heap.fill(
    0,
    gradient,
    gradient + (layout.parameters + 4 * layout.parameterCount - layout.linear) / 4,
  );
}

/** Index in the heap of a slice's gradient of the linear layer; the bias follows as in the parameters. */
function linearGradient({ layout }: Context, slice: number): number {
  return (layout.gradients + slice * layout.gradientStride + layout.linear - layout.parameters) / 4;
}

function pool(context: Context, n: number): void {
  const { layout, kernels } = context;
  const { pitch, size, inner } = layout.topBorder;
  const block = layout.blocks[layout.blocks.length - 1];
  const { height, width } = block.second;
  const start = layout.top + 4 * n * size + inner;
  blockOutput(context, block, n, start, pitch);
  kernels.average(start, pitch, height, width, FEATURES, layout.features + 4 * n * FEATURES);
}

function classify({ heap, layout, configuration }: Context, n: number): void {
  const { classes } = configuration.spec;
  const features = layout.features / 4 + n * FEATURES;
  const logits = layout.logits / 4 + n * classes;
  const bias = layout.bias / 4;
  for (let k = 0, weight = layout.linear / 4; k < classes; k++) {
    let sum = heap[bias + k];
    for (let c = 0; c < FEATURES; c++) sum += heap[weight++] * heap[features + c];
    heap[logits + k] = sum;
  }
}

/** Cross-entropy's gradient through softmax and the linear layer; leaves it at the features in `pair`. */
function descendFrom(context: Context, slice: number, n: number): void {
  const { heap, layout, configuration, control, workspace } = context;
  const { classes } = configuration.spec;
  const share = 1 / control[CONTROL.images];
  const label = context.integers[layout.labels / 4 + n];
  const features = layout.features / 4 + n * FEATURES;
  const logits = layout.logits / 4 + n * classes;
  const total = lossOf(context, slice, n, label);

  const down = workspace.pair / 4;
  heap.fill(0, down, down + FEATURES);
  let gradient = linearGradient(context, slice);
  const biasGradient = gradient + (layout.bias - layout.linear) / 4;
  for (let k = 0, weight = layout.linear / 4; k < classes; k++) {
    const error = share * (exp(heap[logits + k] - total) - (k === label ? 1 : 0));
    heap[biasGradient + k] += error;
    for (let c = 0; c < FEATURES; c++) {
      heap[gradient++] += error * heap[features + c];
      heap[down + c] += error * heap[weight++];
    }
  }
  spread(context, slice, n);
}

/** Adds the image's loss and whether it was right to the slice's; returns log Σ exp(logit). */
function lossOf(context: Context, slice: number, n: number, label: number): number {
  const { heap, doubles, layout, configuration } = context;
  const { classes } = configuration.spec;
  const logits = layout.logits / 4 + n * classes;
  let best = 0;
  for (let k = 1; k < classes; k++) if (heap[logits + k] > heap[logits + best]) best = k;
  const most = heap[logits + best];
  let sum = 0;
  for (let k = 0; k < classes; k++) sum += exp(heap[logits + k] - most);
  const total = most + log(sum);
  const result = layout.results / 8 + 2 * slice;
  doubles[result] += total - heap[logits + label];
  doubles[result + 1] += best === label ? 1 : 0;
  return total;
}

/** The average's gradient is the same for every pixel; the ReLU's gate leaves it where it was open. */
function spread(context: Context, slice: number, n: number): void {
  const { layout, kernels, workspace } = context;
  const last = layout.blocks[layout.blocks.length - 1].second;
  const { height, width, to, z, mean } = last;
  const { size, inner, pitch } = layout.topBorder;
  const gradient = layout.buffers[0] + 4 * n * outputSize(last);
  kernels.spread(workspace.pair, height * width, to, gradient);
  kernels.gate(
    gradient,
    0,
    0,
    layout.top + 4 * n * size + inner,
    pitch,
    z + 4 * n * outputSize(last),
    mean,
    workspace.pair,
    height,
    width,
    to,
  );
  addGradientSums(context, slice, last);
}
