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
export function gradientOf(network: Network): Gradient {
  const kernel = productModule();
  return kernel ? gradientByKernel(network, kernel) : plainGradient(network);
}

/** The twin of the kernel: the numbers are those of `activationsOf`. */
export function plainGradient({ layers, dense: width, classes }: Network): Gradient {
  const values = [width, ...layers.map((layer) => layer.outputs)].map((n) => new Float64Array(n));
  const slopes = values.map((each) => new Float64Array(each.length));
  const last = layers.length;
  return (outputSlopes, dense, predicted, into) => {
    values[0].forEach((_, i) => {
      values[0][i] = dense[i];
    });
    layers.forEach(({ outputs, weights, biases }, l) => {
      const out = values[l + 1];
      out.set(biases);
      // The predicted class is an input that is 1.
      const row = l === 0 && classes > 0 ? (width + Math.max(0, predicted)) * outputs : -1;
      for (let j = 0; j < outputs; j++) {
        if (row >= 0) out[j] += weights[row + j];
        values[l].forEach((value, i) => {
          out[j] += value * weights[i * outputs + j];
        });
        if (l < last - 1 && !(out[j] > 0)) out[j] = 0;
      }
    });
    slopes[last].set(outputSlopes(values[last]));
    for (let l = last - 1; l >= 0; l--) {
      const { outputs, weights } = layers[l];
      values[l].forEach((value, i) => {
        let sum = 0;
        for (let j = 0; j < outputs; j++) sum += slopes[l + 1][j] * weights[i * outputs + j];
        slopes[l][i] = l > 0 && !(value > 0) ? 0 : sum;
      });
    }
    for (let i = 0; i < into.length; i++) into[i] += slopes[0][i];
  };
}

/** What a pass does with its sums (kernel/product.ts). */
const [KEEP, RELU, MASK] = [0, 1, 2];

interface ProductExports {
  readonly memory: WebAssembly.Memory;
  heapBase(): number;
  product(
    x: number,
    count: number,
    matrix: number,
    start: number,
    out: number,
    width: number,
    finish: number,
    mask: number,
  ): void;
}

let compiled: WebAssembly.Module | null | undefined;

/** Compiled once; null where the engine has no WebAssembly SIMD. */
function productModule(): WebAssembly.Module | null {
  if (compiled === undefined)
    try {
      compiled = new WebAssembly.Module(decodeBase64(productKernel));
    } catch {
      compiled = null;
    }
  return compiled;
}

const padded = (width: number) => Math.ceil(width / 8) * 8;

/** Everything lies in the kernel's memory, in doubles, with widths that are multiples of 8. */
function gradientByKernel(network: Network, module: WebAssembly.Module): Gradient {
  const { layers, dense: width, classes } = network;
  const { memory, heapBase, product } = new WebAssembly.Instance(module)
    .exports as unknown as ProductExports;
  const widths = [width, ...layers.map((layer) => layer.outputs)];
  let top = (heapBase() + 63) & ~63;
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
  memory.grow(Math.max(0, Math.ceil((top - memory.buffer.byteLength) / 65536)));
  const numbers = (address: number, count: number) =>
    new Float64Array(memory.buffer, address, count);
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
      const finish = l > 0 ? MASK : KEEP;
      product(
        ...([slopes[l + 1], widths[l + 1], backward[l], zeros, slopes[l]] as const),
        ...([padded(widths[l]), finish, values[l]] as const),
      );
    }
    for (let i = 0; i < into.length; i++) into[i] += found[i];
  };
}
