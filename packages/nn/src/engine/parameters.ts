import { tensorShapes } from '../network/architecture.js';
import type { Network, Tensor } from '../network/network.js';
import type { Context } from './context.js';
import type { Layout } from './layout.js';

/**
 * Tensors between a network and the engine's memory. Published convolutions are [to][from][3][3];
 * the kernels want [3][3][from][to].
 */
interface Place {
  name: string;
  at: number;
  /** Channels of a convolution, whose order changes on the way. */
  convolution?: { from: number; to: number };
}

function placesOf(layout: Layout): Place[] {
  const places = layout.layers.flatMap((layer): Place[] => [
    { name: `${layer.convolution}.weight`, at: layer.weights, convolution: layer },
    { name: `${layer.norm}.weight`, at: layer.gamma },
    { name: `${layer.norm}.bias`, at: layer.beta },
    { name: `${layer.norm}.running_mean`, at: layer.runningMean },
    { name: `${layer.norm}.running_var`, at: layer.runningVariance },
  ]);
  places.push(
    { name: 'linear.weight', at: layout.linear },
    { name: 'linear.bias', at: layout.bias },
  );
  return places;
}

export function writeNetwork({ heap, layout }: Context, { tensors }: Network): void {
  for (const place of placesOf(layout)) {
    const { data } = tensors.get(place.name)!;
    eachNumber(place, data.length, (n, at) => {
      heap[at] = data[n];
    });
  }
}

export function readNetwork(context: Context): Network {
  const { spec } = context.configuration;
  return { spec, tensors: readTensors(context, () => 0) };
}

/** Gradients of the last step, the slices added in order; running moments have none. */
export function readGradients(context: Context): Map<string, Tensor> {
  const { layout } = context;
  const { gradients, gradientStride, parameters } = layout;
  const sum = new Map<string, Tensor>();
  for (let slice = 0; slice < 8; slice++) {
    const offset = gradients + slice * gradientStride - parameters;
    for (const [name, tensor] of readTensors(context, () => offset)) {
      if (name.includes('.running_')) continue;
      const known = sum.get(name);
      if (known) for (let n = 0; n < known.data.length; n++) known.data[n] += tensor.data[n];
      else sum.set(name, tensor);
    }
  }
  return sum;
}

function readTensors(
  { heap, layout, configuration }: Context,
  offset: (name: string) => number,
): Map<string, Tensor> {
  const shapes = new Map(tensorShapes(configuration.spec));
  return new Map(
    placesOf(layout).map((place) => {
      const shape = shapes.get(place.name)!;
      const data = new Float32Array(shape.reduce((a, b) => a * b));
      const shift = offset(place.name) / 4;
      eachNumber(place, data.length, (n, at) => {
        data[n] = heap[at + shift];
      });
      return [place.name, { shape, data }];
    }),
  );
}

/** Pairs the n-th number of a published tensor with its index in the engine's memory. */
function eachNumber(
  { at, convolution }: Place,
  count: number,
  visit: (n: number, at: number) => void,
): void {
  for (let n = 0; n < count; n++) {
    if (!convolution) {
      visit(n, at / 4 + n);
      continue;
    }
    const { from, to } = convolution;
    const tap = n % 9;
    const i = Math.floor(n / 9) % from;
    const o = Math.floor(n / 9 / from);
    visit(n, at / 4 + (tap * from + i) * to + o);
  }
}
