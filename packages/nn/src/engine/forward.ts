import { bordered } from '../kernel/kernels.js';
import { WIDTHS } from '../network/spec.js';
import { type Context, eachGroup, sliceBounds } from './context.js';
import type { BlockMemory, LayerMemory } from './layout.js';
import type { Phase } from './phases.js';
import { placePictures } from './pictures.js';
import { clearStatistics, finishMoments, mergeMoments } from './statistics.js';

/** Numbers in one image of a layer's output. */
export const outputSize = ({ height, width, to }: LayerMemory) => height * width * to;

/** A layer's place among the stages' workspaces. */
export const stageOf = ({ to }: LayerMemory) => WIDTHS.indexOf(to as (typeof WIDTHS)[number]);

/**
 * The forward pass up to the last block's second convolution. Each phase first makes its input
 * from what the phase before left (normalise, add, clip), image by image while in cache, then
 * convolves. In training it also leaves the moments the next phase normalises with.
 */
export function forwardPhases(context: Context, training: boolean): Phase[] {
  const { layout } = context;
  const phase = (layer: LayerMemory, work: (slice: number) => void): Phase => ({
    work(slice) {
      clearStatistics(context, slice);
      work(slice);
    },
    finish: training ? () => finishMoments(context, layer) : undefined,
  });
  return [
    phase(layout.stem, (slice) => stem(context, slice, training)),
    ...layout.blocks.flatMap((block, n) => [
      phase(block.first, (slice) => firstOfBlock(context, slice, n, training)),
      phase(block.second, (slice) => secondOfBlock(context, slice, block, training)),
    ]),
  ];
}

function stem(context: Context, slice: number, training: boolean): void {
  const { layout } = context;
  const [start, end] = sliceBounds(context, slice);
  placePictures(context, start, end);
  for (let n = start; n < end; n++) {
    const picture = layout.pictures + 4 * n * layout.pictureBorder.size;
    convolvePatches(context, layout.stem, picture, layout.pictureBorder.pitch, n);
    if (training) moments(context, slice, layout.stem, n, 1);
  }
}

function firstOfBlock(context: Context, slice: number, index: number, training: boolean): void {
  const block = context.layout.blocks[index];
  const { first, input, inputBorder } = block;
  eachGroup(context, slice, first.group, (start, count) => {
    for (let n = start; n < start + count; n++) blockInput(context, index, n);
    const at = input + 4 * start * inputBorder.size;
    if (first.transformed) {
      convolve(context, first, at, start, count);
    } else {
      for (let n = 0; n < count; n++) {
        convolvePatches(
          context,
          first,
          at + 4 * n * inputBorder.size,
          inputBorder.pitch,
          start + n,
        );
      }
    }
    if (training) moments(context, slice, first, start, count);
  });
}

/** The first block's input is the stem's activation, a later one's the block's before it. */
function blockInput(context: Context, index: number, n: number): void {
  const { layout, kernels } = context;
  const { input, inputBorder } = layout.blocks[index];
  const out = input + 4 * n * inputBorder.size + inputBorder.inner;
  if (index > 0) {
    blockOutput(context, layout.blocks[index - 1], n, out, inputBorder.pitch);
    return;
  }
  const { factor, offset, z, height, width, to } = layout.stem;
  const at = z + 4 * n * outputSize(layout.stem);
  kernels.activate(at, factor, offset, out, inputBorder.pitch, height, width, to);
}

/** What a block hands on: its second layer, normalised, plus its input, clipped at 0. */
export function blockOutput(
  { kernels }: Context,
  { first, second, input, inputBorder }: BlockMemory,
  n: number,
  out: number,
  pitch: number,
): void {
  kernels.activateSum(
    second.z + 4 * n * outputSize(second),
    second.factor,
    second.offset,
    input + 4 * n * inputBorder.size + inputBorder.inner,
    inputBorder.pitch,
    first.stride,
    out,
    pitch,
    second.height,
    second.width,
    second.to,
  );
}

function secondOfBlock(
  context: Context,
  slice: number,
  { first, second }: BlockMemory,
  training: boolean,
): void {
  const [input] = context.workspace.stages[stageOf(second)];
  eachGroup(context, slice, second.group, (start, count) => {
    activateGroup(context, first, start, count, input);
    convolve(context, second, input, start, count);
    if (training) moments(context, slice, second, start, count);
  });
}

/** The activations of `count` images of a layer, into bordered images at `out`. */
export function activateGroup(
  { kernels }: Context,
  layer: LayerMemory,
  start: number,
  count: number,
  out: number,
): void {
  const { height, width, to, z, factor, offset } = layer;
  const { size, inner, pitch } = bordered(height, width, to);
  for (let n = 0; n < count; n++) {
    const from = z + 4 * (start + n) * outputSize(layer);
    kernels.activate(from, factor, offset, out + 4 * n * size + inner, pitch, height, width, to);
  }
}

function convolve(
  { kernels, workspace }: Context,
  layer: LayerMemory,
  input: number,
  start: number,
  count: number,
): void {
  const { prepared, z, height, width, from, to, block } = layer;
  const out = z + 4 * start * outputSize(layer);
  kernels.convolve(input, prepared, workspace.scratch, out, count, height, width, from, to, block);
}

function convolvePatches(
  { kernels, workspace }: Context,
  layer: LayerMemory,
  input: number,
  pitch: number,
  n: number,
): void {
  const { weights, z, height, width, from, to, stride } = layer;
  const out = z + 4 * n * outputSize(layer);
  kernels.convolvePatches(
    input,
    pitch,
    weights,
    workspace.scratch,
    out,
    height,
    width,
    from,
    to,
    stride,
  );
}

function moments(
  context: Context,
  slice: number,
  layer: LayerMemory,
  start: number,
  count: number,
): void {
  const { z, height, width, to } = layer;
  mergeMoments(context, slice, z + 4 * start * outputSize(layer), count * height * width, to);
}
