import { EPSILON } from '../network/spec.js';
import type { Context } from './context.js';
import { type LayerMemory, SLICES, STATISTICS_STRIDE } from './layout.js';

/**
 * Batch norm's sums over the batch. Kernels leave float32 sums of one group of images; here they
 * are added up in double precision, first within a slice, then over slices in their order.
 */

/** How much a batch's moments count in the running ones. */
const RUNNING = 0.1;

const startOf = (context: Context, slice: number) =>
  context.layout.statistics / 8 + slice * STATISTICS_STRIDE;

export function clearStatistics(context: Context, slice: number): void {
  const start = startOf(context, slice);
  context.doubles.fill(0, start, start + STATISTICS_STRIDE);
}

/** Moments of one more group join the slice's (Chan, Golub & LeVeque's pairwise update). */
export function mergeMoments(
  context: Context,
  slice: number,
  z: number,
  pixels: number,
  channels: number,
): void {
  const { doubles, heap, workspace, kernels } = context;
  kernels.moments(z, pixels, channels, workspace.pair);
  const start = startOf(context, slice);
  const pair = workspace.pair / 4;
  for (let c = 0; c < channels; c++) {
    join(doubles, start, c, channels, pixels, heap[pair + c], heap[pair + channels + c]);
  }
  doubles[start] += pixels;
}

function join(
  doubles: Float64Array,
  start: number,
  c: number,
  channels: number,
  count: number,
  mean: number,
  squares: number,
): void {
  const before = doubles[start];
  const at = start + 1 + c;
  const total = before + count;
  const difference = mean - doubles[at];
  doubles[at] += (difference * count) / total;
  doubles[at + channels] += squares + (difference * difference * before * count) / total;
}

/** The batch's moments become the layer's normalisation, and move the running ones. */
export function finishMoments(context: Context, layer: LayerMemory): void {
  const { doubles, heap } = context;
  const { to } = layer;
  const total = new Float64Array(1 + 2 * to);
  for (let slice = 0; slice < SLICES; slice++) {
    const start = startOf(context, slice);
    const count = doubles[start];
    if (count === 0) continue;
    for (let c = 0; c < to; c++) {
      join(total, 0, c, to, count, doubles[start + 1 + c], doubles[start + 1 + to + c]);
    }
    total[0] += count;
  }
  const count = total[0];
  for (let c = 0; c < to; c++) {
    const mean = total[1 + c];
    const variance = total[1 + to + c] / count;
    normaliseBy(context, layer, c, mean, variance);
    const runningMean = layer.runningMean / 4 + c;
    const runningVariance = layer.runningVariance / 4 + c;
    const unbiased = total[1 + to + c] / Math.max(1, count - 1);
    heap[runningMean] += RUNNING * (mean - heap[runningMean]);
    heap[runningVariance] += RUNNING * (unbiased - heap[runningVariance]);
  }
}

/** For evaluation: the running moments become the layer's normalisation. */
export function applyRunningMoments(context: Context, layer: LayerMemory): void {
  const { heap } = context;
  for (let c = 0; c < layer.to; c++) {
    const variance = heap[layer.runningVariance / 4 + c];
    normaliseBy(context, layer, c, heap[layer.runningMean / 4 + c], variance);
  }
}

function normaliseBy(
  { heap }: Context,
  layer: LayerMemory,
  c: number,
  mean: number,
  variance: number,
): void {
  const inverse = 1 / Math.sqrt(variance + EPSILON);
  const factor = heap[layer.gamma / 4 + c] * inverse;
  heap[layer.mean / 4 + c] = mean;
  heap[layer.inverseDeviation / 4 + c] = inverse;
  heap[layer.factor / 4 + c] = factor;
  heap[layer.offset / 4 + c] = heap[layer.beta / 4 + c] - mean * factor;
}

/** Adds what `gate` left of one image: Σ g and Σ g·(z − mean). */
export function addGradientSums(context: Context, slice: number, layer: LayerMemory): void {
  const { doubles, heap, workspace } = context;
  const start = startOf(context, slice);
  const pair = workspace.pair / 4;
  doubles[start] += layer.height * layer.width;
  for (let n = 0; n < 2 * layer.to; n++) doubles[start + 1 + n] += heap[pair + n];
}

/**
 * With the batch's sums, dz = γ/σ · (g − mean g − (z − μ)/σ² · mean g·(z − μ)): an affine map of g
 * and z a channel. The gradients of γ and β go to the first slice, the other slices' stay zero.
 */
export function finishGradientSums(context: Context, layer: LayerMemory): void {
  const { doubles, heap, layout } = context;
  const { to } = layer;
  const total = new Float64Array(1 + 2 * to);
  for (let slice = 0; slice < SLICES; slice++) {
    const start = startOf(context, slice);
    for (let n = 0; n <= 2 * to; n++) total[n] += doubles[start + n];
  }
  const count = total[0];
  const shift = (layout.gradients - layout.parameters) / 4;
  for (let c = 0; c < to; c++) {
    const inverse = heap[layer.inverseDeviation / 4 + c];
    const scale = heap[layer.gamma / 4 + c] * inverse;
    const slope = (-scale * inverse * inverse * total[1 + to + c]) / count;
    const at = layer.coefficients / 4 + c;
    heap[at] = scale;
    heap[at + to] = slope;
    heap[at + 2 * to] = (-scale * total[1 + c]) / count - slope * heap[layer.mean / 4 + c];
    heap[shift + layer.gamma / 4 + c] = total[1 + to + c] * inverse;
    heap[shift + layer.beta / 4 + c] = total[1 + c];
  }
}
