import { layerSizes, type Network, type NetworkShape } from '../network/network.js';
import type { Kernel } from './instance.js';

/**
 * Lays a network out in the kernel's memory (kernel/layout.ts reads what stands here) and moves
 * weights in and out. Widths are padded with zero weights, which training leaves at zero.
 */
export interface Plan {
  readonly address: number;
  /** Floats per record, and where in it the class and the weights a, b of each output stand. */
  readonly stride: number;
  readonly dense: number;
  /** Adam's moments have the network's shape and travel the same way. */
  load(network: Network, part?: PlanPart): void;
  save(part?: PlanPart): Network;
}

export type PlanPart = 'parameters' | 'firstMoment' | 'secondMoment';

const padTo = (multiple: number, n: number) => Math.ceil(n / multiple) * multiple;

/** The width that a hidden layer takes in the kernel. */
export const paddedWidth = (width: number) => padTo(8, width);

/** Rows that go through the network together (BLOCK in kernel/scorer.ts). */
export const BLOCK = 32;

/** Where parameters lie, in floats from the first. */
interface Places {
  /** Inputs and the constant that carries the bias, padded; and hidden widths, padded. */
  readonly dense: number;
  readonly widths: readonly number[];
  readonly lastWidth: number;
  /** Of each layer, the output layer last. */
  readonly layers: readonly number[];
  readonly biases: number;
  /** The one-hot block of a network without hidden layers. */
  readonly oneHot: number;
  readonly count: number;
}

function placesOf({ classes, hidden, outputs, ...shape }: NetworkShape): Places {
  const dense = padTo(4, shape.dense + 1); // one more for the constant that carries the bias
  const widths = hidden.map(paddedWidth);
  const lastWidth = widths.at(-1) ?? dense;
  const layers: number[] = [];
  let count = 0;
  widths.forEach((width, l) => {
    layers.push(count);
    count += (l === 0 ? classes + dense : widths[l - 1] + 1) * width;
  });
  layers.push(count);
  const biases = count + outputs * lastWidth;
  const oneHot = biases + padTo(4, outputs);
  count = oneHot + (hidden.length === 0 ? padTo(4, classes * outputs) : 0);
  return { dense, widths, lastWidth, layers, biases, oneHot, count };
}

type Visit = (layer: number, part: 'weights' | 'biases', index: number, at: number) => void;

/** Visits every real (not padded) parameter: layer, index in the layer's array, index in memory. */
function eachParameter(shape: NetworkShape, places: Places, visit: Visit): void {
  const { classes, hidden, outputs } = shape;
  const { widths, layers } = places;
  const inputs = [shape.dense + classes, ...hidden];
  hidden.forEach((width, l) => {
    const padded = widths[l];
    const classRows = l === 0 ? classes : 0;
    for (let i = 0; i < inputs[l]; i++) {
      // In memory the class rows come first, then the dense ones.
      const row = l > 0 ? i : i < shape.dense ? classRows + i : i - shape.dense;
      for (let j = 0; j < width; j++)
        visit(l, 'weights', i * width + j, layers[l] + row * padded + j);
    }
    const biasRow = l === 0 ? classRows + shape.dense : widths[l - 1];
    for (let j = 0; j < width; j++) visit(l, 'biases', j, layers[l] + biasRow * padded + j);
  });
  const l = hidden.length;
  const denseInputs = l === 0 ? shape.dense : hidden[l - 1];
  for (let o = 0; o < outputs; o++) {
    for (let i = 0; i < denseInputs; i++)
      visit(l, 'weights', i * outputs + o, layers[l] + o * places.lastWidth + i);
    if (l === 0)
      for (let c = 0; c < classes; c++)
        visit(l, 'weights', (shape.dense + c) * outputs + o, places.oneHot + c * outputs + o);
    visit(l, 'biases', o, places.biases + o);
  }
}

export function planNetwork(kernel: Kernel, shape: NetworkShape, training: boolean): Plan {
  const { classes, hidden, outputs } = shape;
  const places = placesOf(shape);
  const { dense, widths, count } = places;
  // At least a cache line: the kernel is fastest with records of exactly 64 bytes.
  const stride = Math.max(16, padTo(4, dense + 1 + 2 * outputs));
  const floats = (n: number) => kernel.reserve(n * 4);
  const parts: Record<PlanPart, number> = {
    parameters: floats(count),
    firstMoment: training ? floats(count) : 0,
    secondMoment: training ? floats(count) : 0,
  };
  const fields = [
    dense,
    classes,
    outputs,
    hidden.length,
    stride,
    floats(BLOCK * stride),
    floats(BLOCK * outputs),
    parts.parameters,
    training ? floats(count) : 0,
    parts.firstMoment,
    parts.secondMoment,
    count,
    shape.dense + 1,
  ];
  while (fields.length < 16) fields.push(0);
  widths.forEach((width, l) => {
    const backward = training && l > 0 ? floats(width * widths[l - 1]) : 0;
    fields.push(width, floats(BLOCK * width), backward, places.layers[l]);
  });
  fields.push(0, 0, 0, places.layers[hidden.length]);
  const address = kernel.reserve(fields.length * 4);
  kernel.ints(address, fields.length).set(fields);
  const memoryOf = (part: PlanPart) => kernel.floats(parts[part], count);
  return {
    address,
    stride,
    dense,
    load: (network, part = 'parameters') => loadFrom(network, places, memoryOf(part)),
    save: (part = 'parameters') => savedNetwork(shape, places, memoryOf(part)),
  };
}

function loadFrom(network: Network, places: Places, memory: Float32Array): void {
  eachParameter(network, places, (layer, part, index, at) => {
    memory[at] = network.layers[layer][part][index];
  });
}

function savedNetwork(shape: NetworkShape, places: Places, memory: Float32Array): Network {
  const layers = layerSizes(shape).map(([inputs, outputs]) => ({
    inputs,
    outputs,
    weights: new Float32Array(inputs * outputs),
    biases: new Float32Array(outputs),
  }));
  eachParameter(shape, places, (layer, part, index, at) => {
    layers[layer][part][index] = memory[at];
  });
  return { ...shape, layers };
}
