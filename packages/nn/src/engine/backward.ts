import { bordered, preparedSize } from '../kernel/kernels.js';
import { type Context, eachGroup, sliceBounds } from './context.js';
import { activateGroup, outputSize, stageOf } from './forward.js';
import type { BlockMemory, LayerMemory } from './layout.js';
import type { Phase } from './phases.js';
import { addGradientSums, clearStatistics, finishGradientSums } from './statistics.js';

/**
 * The backward pass, from the gradient at the last block's ReLU (in the first buffer) to every
 * weight gradient. As in forward, a phase begins with batch norm's affine map of the gradient that
 * the phase before left, and ends with the sums the next one needs.
 */
export function backwardPhases(context: Context): Phase[] {
  const { layout } = context;
  const phases: Phase[] = [];
  let [above, between, below] = layout.buffers;
  for (let n = layout.blocks.length - 1; n >= 0; n--) {
    const block = layout.blocks[n];
    const before = n > 0 ? layout.blocks[n - 1].second : layout.stem;
    const places = { above, between, below };
    phases.push(
      {
        work: (slice) => secondOfBlock(context, slice, block, places),
        finish: () => finishGradientSums(context, block.first),
      },
      {
        work: (slice) =>
          block.first.transformed
            ? firstOfBlock(context, slice, block, before, places)
            : firstOfStage(context, slice, block, before, places),
        finish: () => finishGradientSums(context, before),
      },
    );
    [above, between, below] = [below, above, between];
  }
  phases.push({ work: (slice) => stem(context, slice, above) });
  return phases;
}

/** Gradients: at the block's output, at its first layer's activation, at its input. */
interface Places {
  above: number;
  between: number;
  below: number;
}

function secondOfBlock(
  context: Context,
  slice: number,
  { first, second }: BlockMemory,
  { above, between }: Places,
): void {
  const { workspace } = context;
  const [gradient, input] = workspace.stages[stageOf(second)];
  const { inner, size, pitch } = bordered(first.height, first.width, first.to);
  clearStatistics(context, slice);
  accumulateWeightGradient(context, slice, second, (start, count) => {
    normaliseGroup(context, second, above, start, count, gradient);
    activateGroup(context, first, start, count, input);
    addWeightGradient(context, second, input, gradient, count);
    inputGradient(context, second, gradient, between, start, count);
    for (let n = 0; n < count; n++) {
      const activation = input + 4 * n * size + inner;
      gate(context, slice, first, between, start + n, activation, pitch, 0, 0);
    }
  });
}

function firstOfBlock(
  context: Context,
  slice: number,
  { first, input, inputBorder }: BlockMemory,
  before: LayerMemory,
  { above, between, below }: Places,
): void {
  const [gradient] = context.workspace.stages[stageOf(first)];
  const { inner, size, pitch } = inputBorder;
  clearStatistics(context, slice);
  accumulateWeightGradient(context, slice, first, (start, count) => {
    normaliseGroup(context, first, between, start, count, gradient);
    addWeightGradient(context, first, input + 4 * start * size, gradient, count);
    inputGradient(context, first, gradient, below, start, count);
    for (let n = start; n < start + count; n++) {
      const activation = input + 4 * n * size + inner;
      const shortcut = above + 4 * n * outputSize(first);
      gate(context, slice, before, below, n, activation, pitch, shortcut, 1);
    }
  });
}

/** A block that halves the image: patches instead of transforms, and option A's shortcut. */
function firstOfStage(
  context: Context,
  slice: number,
  { first, input, inputBorder }: BlockMemory,
  before: LayerMemory,
  { above, between, below }: Places,
): void {
  const { kernels, workspace } = context;
  const { inner, size, pitch } = inputBorder;
  const { inputHeight, inputWidth, height, width, from, to, stride } = first;
  clearStatistics(context, slice);
  accumulatePatchesGradient(context, slice, first, between, input, size, pitch, (n) => {
    kernels.patchesInputGradient(
      workspace.flat,
      first.turned,
      workspace.scratch,
      below + 4 * n * inputHeight * inputWidth * from,
      inputHeight,
      inputWidth,
      height,
      width,
      from,
      to,
      stride,
    );
    const shortcut = above + 4 * n * outputSize(first);
    gate(context, slice, before, below, n, input + 4 * n * size + inner, pitch, shortcut, stride);
  });
}

function stem(context: Context, slice: number, above: number): void {
  const { stem: layer, pictures, pictureBorder } = context.layout;
  const { size, pitch } = pictureBorder;
  accumulatePatchesGradient(context, slice, layer, above, pictures, size, pitch, () => {});
}

/** Index of a layer's weight gradient in a slice, as an address. */
function gradientOf({ layout }: Context, slice: number, layer: LayerMemory): number {
  return layout.gradients + slice * layout.gradientStride + layer.weights - layout.parameters;
}

function accumulateWeightGradient(
  context: Context,
  slice: number,
  layer: LayerMemory,
  work: (start: number, count: number) => void,
): void {
  const { heap, kernels, workspace } = context;
  const { from, to } = layer;
  heap.fill(0, workspace.sums / 4, workspace.sums / 4 + preparedSize(from, to));
  eachGroup(context, slice, layer.group, work);
  const gradient = gradientOf(context, slice, layer);
  kernels.finishWeightGradient(workspace.sums, gradient, workspace.scratch, from, to);
}

/** Leaves each image's gradient at the layer's output in `workspace.flat` for `then`. */
function accumulatePatchesGradient(
  context: Context,
  slice: number,
  layer: LayerMemory,
  above: number,
  input: number,
  inputSize: number,
  pitch: number,
  then: (n: number) => void,
): void {
  const { heap, kernels, workspace } = context;
  const { height, width, from, to, stride, z, coefficients } = layer;
  const sums = gradientOf(context, slice, layer);
  heap.fill(0, sums / 4, sums / 4 + 9 * from * to);
  const [start, end] = sliceBounds(context, slice);
  for (let n = start; n < end; n++) {
    const at = 4 * n * outputSize(layer);
    const { flat, scratch } = workspace;
    kernels.normaliseGradient(above + at, z + at, coefficients, flat, width, height, width, to);
    kernels.addPatchesWeightGradient(
      input + 4 * n * inputSize,
      pitch,
      flat,
      scratch,
      sums,
      height,
      width,
      from,
      to,
      stride,
    );
    then(n);
  }
}

/** Batch norm's backward on `count` images, into bordered images at `out`. */
function normaliseGroup(
  { kernels }: Context,
  layer: LayerMemory,
  above: number,
  start: number,
  count: number,
  out: number,
): void {
  const { height, width, to, z, coefficients } = layer;
  const { size, inner, pitch } = bordered(height, width, to);
  for (let n = 0; n < count; n++) {
    const at = 4 * (start + n) * outputSize(layer);
    const to4 = out + 4 * n * size + inner;
    kernels.normaliseGradient(above + at, z + at, coefficients, to4, pitch, height, width, to);
  }
}

function addWeightGradient(
  { kernels, workspace }: Context,
  layer: LayerMemory,
  input: number,
  gradient: number,
  count: number,
): void {
  const { height, width, from, to, block } = layer;
  const { scratch, sums } = workspace;
  kernels.addWeightGradient(input, gradient, scratch, sums, count, height, width, from, to, block);
}

function inputGradient(
  { kernels, workspace }: Context,
  layer: LayerMemory,
  gradient: number,
  below: number,
  start: number,
  count: number,
): void {
  const { turned, height, width, from, to, block } = layer;
  const out = below + 4 * start * height * width * from;
  kernels.convolve(gradient, turned, workspace.scratch, out, count, height, width, to, from, block);
}

/** The gradient of image n at a layer's activation passes its ReLU. */
function gate(
  context: Context,
  slice: number,
  layer: LayerMemory,
  gradient: number,
  n: number,
  activation: number,
  pitch: number,
  shortcut: number,
  stride: number,
): void {
  const { kernels, workspace } = context;
  const { height, width, to, z, mean } = layer;
  const at = 4 * n * outputSize(layer);
  kernels.gate(
    gradient + at,
    shortcut,
    stride,
    activation,
    pitch,
    z + at,
    mean,
    workspace.pair,
    height,
    width,
    to,
  );
  addGradientSums(context, slice, layer);
}
