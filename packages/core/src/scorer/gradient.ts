import { decodeBase64 } from '../encoding/base64.js';
import productKernel from '../kernel/product.wasm.js';
import type { Network } from '../network/network.js';

/** How the score moves with each output of one network, at its raw outputs. */
export type OutputSlopes = (raw: Float64Array) => ArrayLike<number>;

/** Adds ∂score/∂input of one network at one row. */
export type Gradient = (
  outputSlopes: OutputSlopes,
  dense: ArrayLike<number>,
  predicted: number,
  into: Float64Array,
) => void;

/**
 * One pass forward, one back. A service explains every decision, and an explanation takes several
 * times as long as the score, so the passes run in a kernel where there is one.
 */
export function gradientOf(network: Network, plain = false): Gradient {
  const { layers, dense: width, classes } = network;
  const widths = [width, ...layers.map((layer) => layer.outputs)];
  let top = FIRST;
  const room = (count: number) => {
    const address = top;
    top += 8 * padded(count);
    return address;
  };
  const values = widths.map(room);
  const slopes = widths.map(room);
  const zeros = room(Math.max(...widths));
  const forward = layers.map((_, l) => room(widths[l] * padded(widths[l + 1])));
  const backward = layers.map((_, l) => room(widths[l + 1] * padded(widths[l])));
  // What a layer starts from: its biases, in the first layer with the weights of each class.
  const starts = layers.map((_, l) =>
    room((l === 0 ? Math.max(1, classes) : 1) * padded(widths[l + 1])),
  );
  const { buffer, product } = (!plain && kernelPasses(top)) || plainPasses(top);
  const numbers = (address: number, count: number) => new Float64Array(buffer, address, count);
  layers.forEach(({ outputs, weights, biases }, l) => {
    const [inputs, wide] = [widths[l], padded(outputs)];
    const there = numbers(forward[l], inputs * wide);
    const back = numbers(backward[l], outputs * padded(inputs));
    for (let i = 0; i < inputs; i++)
      for (let j = 0; j < outputs; j++) {
        there[i * wide + j] = weights[i * outputs + j];
        back[j * padded(inputs) + i] = weights[i * outputs + j];
      }
    const kinds = l === 0 ? Math.max(1, classes) : 1;
    for (let c = 0; c < kinds; c++) {
      const start = numbers(starts[l] + 8 * c * wide, outputs);
      start.set(biases);
      if (l === 0 && classes > 0)
        for (let j = 0; j < outputs; j++) start[j] += weights[(inputs + c) * outputs + j];
    }
  });
  const last = layers.length;
  const input = numbers(values[0], width);
  const raw = numbers(values[last], widths[last]);
  const outputSlope = numbers(slopes[last], widths[last]);
  const found = numbers(slopes[0], width);
  return (outputSlopes, dense, predicted, into) => {
    for (let i = 0; i < width; i++) input[i] = dense[i];
    for (let l = 0; l < last; l++) {
      const wide = padded(widths[l + 1]);
      const start = starts[l] + (l === 0 && classes > 0 ? 8 * wide * Math.max(0, predicted) : 0);
      const finish = l < last - 1 ? RELU : KEEP;
      product(values[l], widths[l], forward[l], start, values[l + 1], wide, finish, 0);
    }
    const slope = outputSlopes(raw);
    for (let o = 0; o < outputSlope.length; o++) outputSlope[o] = slope[o];
    for (let l = last - 1; l >= 0; l--) {
      const [from, wide] = [slopes[l + 1], padded(widths[l])];
      const finish = l > 0 ? MASK : KEEP;
      product(from, widths[l + 1], backward[l], zeros, slopes[l], wide, finish, values[l]);
    }
    for (let i = 0; i < into.length; i++) into[i] += found[i];
  };
}

/** What a pass does with its sums (kernel/product.ts). */
const [KEEP, RELU, MASK] = [0, 1, 2];

/** Adds up products of one row, at places in one memory (kernel/product.ts). */
type Product = (
  x: number,
  count: number,
  matrix: number,
  start: number,
  out: number,
  width: number,
  finish: number,
  mask: number,
) => void;

interface Passes {
  readonly buffer: ArrayBuffer;
  readonly product: Product;
}

/** The first address that is used: the kernel has no data of its own. */
const FIRST = 64;

let compiled: WebAssembly.Module | undefined;

/** Undefined where the engine has no WebAssembly SIMD. */
function kernelPasses(bytes: number): Passes | undefined {
  try {
    compiled ??= new WebAssembly.Module(decodeBase64(productKernel));
  } catch {
    return undefined;
  }
  const { memory, product } = new WebAssembly.Instance(compiled).exports as unknown as {
    memory: WebAssembly.Memory;
    product: Product;
  };
  memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / 65_536)));
  return { buffer: memory.buffer, product };
}

/** The kernel's twin. */
function plainPasses(bytes: number): Passes {
  const all = new Float64Array(Math.ceil(bytes / 8));
  const product: Product = (x, count, matrix, start, out, width, finish, mask) => {
    for (let j = 0; j < width; j++) {
      let sum = all[start / 8 + j];
      for (let i = 0; i < count; i++) sum += all[x / 8 + i] * all[matrix / 8 + i * width + j];
      const positive = finish === RELU ? sum : finish === MASK ? all[mask / 8 + j] : 1;
      all[out / 8 + j] = positive > 0 ? sum : 0;
    }
  };
  return { buffer: all.buffer, product };
}

const padded = (width: number) => Math.ceil(width / 8) * 8;
