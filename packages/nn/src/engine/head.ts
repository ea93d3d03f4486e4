import { exp, log } from '@cede/core';
import { FEATURES } from '../network/spec.js';
import { CONTROL, type Context, sliceBounds } from './context.js';
import { blockOutput, outputSize } from './forward.js';
import type { Phase } from './phases.js';
import { addGradientSums, clearStatistics, finishGradientSums } from './statistics.js';

/**
 * The network's end: the last block's output, averaged over the image, and one linear layer. In
 * training also softmax cross-entropy and its gradient down to the last block's ReLU. Plain
 * TypeScript: under one per cent of a step.
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
  const { heap, layout } = context;
  const { pitch, size, inner } = layout.topBorder;
  const block = layout.blocks[layout.blocks.length - 1];
  const { height, width } = block.second;
  const start = layout.top + 4 * n * size + inner;
  blockOutput(context, block, n, start, pitch);
  const sums = new Float64Array(FEATURES);
  for (let y = 0; y < height; y++) {
    let at = start / 4 + y * pitch * FEATURES;
    for (let x = 0; x < width; x++) for (let c = 0; c < FEATURES; c++) sums[c] += heap[at++];
  }
  const features = layout.features / 4 + n * FEATURES;
  for (let c = 0; c < FEATURES; c++) heap[features + c] = sums[c] / (height * width);
}

function classify({ heap, layout, configuration }: Context, n: number): void {
  const { classes } = configuration.spec;
  const features = layout.features / 4 + n * FEATURES;
  for (let k = 0; k < classes; k++) {
    const weights = layout.linear / 4 + k * FEATURES;
    let sum = heap[layout.bias / 4 + k];
    for (let c = 0; c < FEATURES; c++) sum += heap[weights + c] * heap[features + c];
    heap[layout.logits / 4 + n * classes + k] = sum;
  }
}

function descendFrom(context: Context, slice: number, n: number): void {
  const { heap, doubles, integers, layout, configuration, control } = context;
  const { classes } = configuration.spec;
  const images = control[CONTROL.images];
  const label = integers[layout.labels / 4 + n];
  const features = layout.features / 4 + n * FEATURES;
  const logits = heap.subarray(
    layout.logits / 4 + n * classes,
    layout.logits / 4 + (n + 1) * classes,
  );

  let best = 0;
  for (let k = 1; k < classes; k++) if (logits[k] > logits[best]) best = k;
  const shifted = Float64Array.from(logits, (value) => exp(value - logits[best]));
  const total = shifted.reduce((sum, value) => sum + value, 0);
  const result = layout.results / 8 + 2 * slice;
  doubles[result] += log(total) + logits[best] - logits[label];
  doubles[result + 1] += best === label ? 1 : 0;

  const gradient = linearGradient(context, slice);
  const biasGradient = gradient + (layout.bias - layout.linear) / 4;
  const down = new Float64Array(FEATURES);
  for (let k = 0; k < classes; k++) {
    const error = (shifted[k] / total - (k === label ? 1 : 0)) / images;
    heap[biasGradient + k] += error;
    const weights = layout.linear / 4 + k * FEATURES;
    for (let c = 0; c < FEATURES; c++) {
      heap[gradient + k * FEATURES + c] += error * heap[features + c];
      down[c] += error * heap[weights + c];
    }
  }
  spread(context, slice, n, down);
}

/** The average's gradient is the same for every pixel; the ReLU's gate leaves it where it was open. */
function spread(context: Context, slice: number, n: number, down: Float64Array): void {
  const { heap, layout, kernels, workspace } = context;
  const last = layout.blocks[layout.blocks.length - 1].second;
  const { height, width, to, z, mean } = last;
  const { size, inner, pitch } = layout.topBorder;
  const gradient = layout.buffers[0] + 4 * n * outputSize(last);
  const pixels = height * width;
  for (let p = 0, at = gradient / 4; p < pixels; p++) {
    for (let c = 0; c < to; c++) heap[at++] = down[c] / pixels;
  }
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
