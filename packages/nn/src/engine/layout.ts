import {
  type Border,
  bordered,
  convolutionScratch,
  patchesScratch,
  preparedSize,
  tilesOf,
} from '../kernel/kernels.js';
import { architectureOf, type Layer } from '../network/architecture.js';
import { FEATURES, type NetworkSpec, WIDTHS } from '../network/spec.js';

/**
 * Where everything lies in the shared memory. A pure function of the configuration, so that every
 * thread works it out for itself and finds the same addresses.
 */
export interface EngineConfiguration {
  spec: NetworkSpec;
  /** The most images in one step. */
  batch: number;
  threads: number;
  /** The fused build of the kernels. */
  fma: boolean;
  /** The plain TypeScript twins instead of WebAssembly: slow, for tests. */
  reference: boolean;
  /** Whether gradients are needed. */
  training: boolean;
}

/** A batch is always cut into this many slices, whatever the number of threads. */
export const SLICES = 8;

export interface LayerMemory extends Layer {
  /** Stride 1 with enough channels: Winograd's transforms; else patches. */
  transformed: boolean;
  /** Parameters: weights [3][3][from][to], batch norm's scale and shift. */
  weights: number;
  gamma: number;
  beta: number;
  runningMean: number;
  runningVariance: number;
  prepared: number;
  turned: number;
  /** The convolution's output, without border. */
  z: number;
  /** Batch norm as one multiplication and one addition: factor · z + offset. */
  factor: number;
  offset: number;
  mean: number;
  inverseDeviation: number;
  /** Batch norm's backward as an affine map: three numbers a channel. */
  coefficients: number;
  /** Images that go through the layer together, and tiles a block. */
  group: number;
  block: number;
}

export interface BlockMemory {
  first: LayerMemory;
  second: LayerMemory;
  /** The block's input, bordered. */
  input: number;
  inputBorder: Border;
}

/** What each thread has for itself. */
export interface Workspace {
  scratch: number;
  /** A layer's weight gradient sums. */
  sums: number;
  /** Two groups of bordered images for each stage; their borders stay zero. */
  stages: [number, number][];
  /** One image without border. */
  flat: number;
  /** Two numbers a channel. */
  pair: number;
}

export interface Layout {
  bytes: number;
  stem: LayerMemory;
  blocks: BlockMemory[];
  layers: LayerMemory[];
  parameters: number;
  parameterCount: number;
  velocity: number;
  /** Gradients of slice s begin at gradients + s · gradientStride, in the order of the parameters. */
  gradients: number;
  gradientStride: number;
  linear: number;
  bias: number;
  pictures: number;
  pictureBorder: Border;
  /** The last block's output, bordered. */
  top: number;
  topBorder: Border;
  features: number;
  logits: number;
  /** Three gradient buffers, each as large as the largest activation. */
  buffers: [number, number, number];
  /** Four integers an image: index, crop row, crop column, flip. */
  picks: number;
  labels: number;
  /** Per slice, in double precision: a count and two numbers a channel. */
  statistics: number;
  /** Per slice, in double precision: summed loss and right answers. */
  results: number;
  control: number;
  /** Learning rate, momentum, decay in double precision. */
  settings: number;
  workspaces: Workspace[];
}

export const STATISTICS_STRIDE = 1 + 2 * FEATURES;

export function layoutOf(configuration: EngineConfiguration): Layout {
  const { spec, batch, threads, training } = configuration;
  const { stem, blocks, layers } = architectureOf(spec);
  const memory = reservations(training);
  const { bytes, numbers, whenTraining } = memory;

  const parameters = memory.end();
  const places = layers.map((layer) => ({
    weights: numbers(9 * layer.from * layer.to),
    gamma: numbers(layer.to),
    beta: numbers(layer.to),
  }));
  const linear = numbers(spec.classes * FEATURES);
  const bias = numbers(spec.classes);
  const parameterCount = (memory.end() - parameters) / 4;
  const velocity = whenTraining(parameterCount);
  const gradients = whenTraining(SLICES * parameterCount);

  const memories = layers.map((layer, n) => layerMemory(layer, places[n], batch, memory));
  const memoryOf = new Map(layers.map((layer, n) => [layer, memories[n]]));

  const pictureBorder = bordered(spec.height, spec.width, spec.channels);
  const pictures = numbers(batch * pictureBorder.size);
  const blockMemories = blocks.map(({ first, second }): BlockMemory => {
    const inputBorder = bordered(first.inputHeight, first.inputWidth, first.from);
    return {
      first: memoryOf.get(first)!,
      second: memoryOf.get(second)!,
      input: numbers(batch * inputBorder.size),
      inputBorder,
    };
  });
  const last = memories[memories.length - 1];
  const topBorder = bordered(last.height, last.width, last.to);
  const top = numbers(batch * topBorder.size);
  const largest = Math.max(...layers.map(({ height, width, to }) => height * width * to));

  return {
    stem: memoryOf.get(stem)!,
    blocks: blockMemories,
    layers: memories,
    parameters,
    parameterCount,
    velocity,
    gradients,
    gradientStride: 4 * parameterCount,
    linear,
    bias,
    pictures,
    pictureBorder,
    top,
    topBorder,
    features: numbers(batch * FEATURES),
    logits: numbers(batch * spec.classes),
    buffers: [
      whenTraining(batch * largest),
      whenTraining(batch * largest),
      whenTraining(batch * largest),
    ],
    picks: numbers(4 * batch),
    labels: numbers(batch),
    statistics: bytes(8 * SLICES * STATISTICS_STRIDE),
    results: bytes(8 * SLICES * 2),
    control: numbers(16),
    settings: bytes(8 * 4),
    workspaces: Array.from({ length: threads }, () => workspaceOf(memories, largest, memory)),
    bytes: memory.end(),
  };
}

/** Hands out addresses one after another, each at the begin of a cache line. */
interface Reservations {
  bytes(count: number): number;
  /** Single-precision numbers. */
  numbers(count: number): number;
  /** The same, or 0 for "none" where nothing is trained. */
  whenTraining(count: number): number;
  end(): number;
}

function reservations(training: boolean): Reservations {
  let end = 1024; // low addresses stay free: 0 means "none"
  const bytes = (count: number): number => {
    const at = end;
    end = Math.ceil((end + count) / 64) * 64;
    return at;
  };
  const numbers = (count: number) => bytes(4 * count);
  const whenTraining = (count: number) => (training ? numbers(count) : 0);
  return { bytes, numbers, whenTraining, end: () => end };
}

function layerMemory(
  layer: Layer,
  parameters: Pick<LayerMemory, 'weights' | 'gamma' | 'beta'>,
  batch: number,
  { numbers, whenTraining }: Reservations,
): LayerMemory {
  const { from, to, height, width, stride } = layer;
  const tiles = tilesOf(height, width);
  const transformed = stride === 1 && from % 8 === 0;
  const group = Math.min(Math.max(1, Math.floor(32 / tiles)), batch);
  return {
    ...layer,
    ...parameters,
    transformed,
    runningMean: numbers(to),
    runningVariance: numbers(to),
    prepared: transformed ? numbers(preparedSize(from, to)) : 0,
    turned: whenTraining(transformed ? preparedSize(from, to) : 9 * from * to),
    z: numbers(batch * height * width * to),
    factor: numbers(to),
    offset: numbers(to),
    mean: numbers(to),
    inverseDeviation: numbers(to),
    coefficients: numbers(3 * to),
    group,
    block: group * tiles <= 64 ? group * tiles : 32,
  };
}

/** `largest`: numbers in the largest activation of one image. */
function workspaceOf(
  layers: readonly LayerMemory[],
  largest: number,
  { bytes, numbers, whenTraining }: Reservations,
): Workspace {
  return {
    scratch: bytes(Math.max(...layers.map(scratchOf))),
    sums: whenTraining(preparedSize(FEATURES, FEATURES)),
    stages: WIDTHS.map((width) => {
      const layer = layers.find(({ to }) => to === width)!;
      const size = layer.group * bordered(layer.height, layer.width, width).size;
      return [numbers(size), whenTraining(size)];
    }),
    flat: whenTraining(largest),
    pair: numbers(2 * FEATURES),
  };
}

function scratchOf(layer: LayerMemory): number {
  const { from, to, height, width, block } = layer;
  return layer.transformed
    ? convolutionScratch(block, from, to)
    : patchesScratch(height, width, from);
}
