// The backward pass of one block: gradients by the weights, summed over the blocks of a batch.

import {
  activations, classes, dense, gradients, hiddenLayers, inputs, outputs, parameters, slopes, stride, transposed, weights, width,
} from './layout';
import { AnyFloats, Floats1, Floats16, MASK, STORE, SUM, ZERO, matmul } from './matmul';
import { slope, value } from './partial';

/** W (inputs × n) of layer l, transposed, for the gradient by its inputs: 4 × 4 at a time, once per batch. */
export function transpose(plan: usize, l: i32): void {
  const wBytes = (<usize>width(plan, l)) << 2;
  const tBytes = (<usize>width(plan, l - 1)) << 2;
  const w = parameters(plan) + weights(plan, l);
  const t = transposed(plan, l);
  for (let i: usize = 0; i < tBytes; i += 16) {
    for (let j: usize = 0; j < wBytes; j += 16) {
      const from = w + (i >> 2) * wBytes + j;
      const a = v128.load(from), b = v128.load(from + wBytes);
      const c = v128.load(from + 2 * wBytes), d = v128.load(from + 3 * wBytes);
      const ab01 = v128.shuffle<f32>(a, b, 0, 4, 1, 5), cd01 = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
      const ab23 = v128.shuffle<f32>(a, b, 2, 6, 3, 7), cd23 = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
      const to = t + (j >> 2) * tBytes + i;
      v128.store(to, v128.shuffle<f32>(ab01, cd01, 0, 1, 4, 5));
      v128.store(to + tBytes, v128.shuffle<f32>(ab01, cd01, 2, 3, 6, 7));
      v128.store(to + 2 * tBytes, v128.shuffle<f32>(ab23, cd23, 0, 1, 4, 5));
      v128.store(to + 3 * tBytes, v128.shuffle<f32>(ab23, cd23, 2, 3, 6, 7));
    }
  }
}

/** Raw outputs become their gradients, scaled by 1/batch; returns the summed loss. */
export function lossSlopes(plan: usize, rows: usize, count: i32, kind: i32, scale: f64): f64 {
  const bytes = (<usize>stride(plan)) << 2;
  const outs = outputs(plan);
  const at = ((<usize>dense(plan)) << 2) + 4;
  let loss: f64 = 0;
  for (let i: i32 = 0; i < count; i++) {
    for (let o: i32 = 0; o < outs; o++) {
      const weightsAt = rows + <usize>i * bytes + at + ((<usize>o) << 3);
      const a: f64 = load<f32>(weightsAt);
      const b: f64 = load<f32>(weightsAt, 4);
      const p = slopes(plan) + ((<usize>(i * outs + o)) << 2);
      const raw: f64 = load<f32>(p);
      loss += value(kind, raw, a, b);
      store<f32>(p, <f32>(slope * scale));
    }
  }
  return loss;
}

/** Gradients of one block, added to what earlier blocks of the batch left. */
export function backward(plan: usize, rows: usize, count: i32): void {
  const layers = hiddenLayers(plan);
  if (layers > 0 && outputs(plan) == 1) singleOutput(plan, count);
  else output(plan, rows, count);
  for (let l = layers - 1; l > 0; l--) {
    laterWeights(plan, l, count);
    // After the weights: the gradient by the activations takes their place.
    if (width(plan, l) == 16) laterInputs<Floats16>(plan, l, count);
    else laterInputs<AnyFloats>(plan, l, count);
  }
  if (layers > 0) firstWeights(plan, rows, count);
}

/** One output after hidden layers: 16 columns at a time, whose sums stay in registers. */
function singleOutput(plan: usize, count: i32): void {
  const layers = hiddenLayers(plan);
  const bytes = (<usize>width(plan, layers - 1)) << 2;
  const g = gradients(plan) + weights(plan, layers);
  const w = parameters(plan) + weights(plan, layers);
  const zero = f32x4.splat(0);
  for (let j: usize = 0; j < bytes; j += 32) {
    let g0 = v128.load(g + j), g1 = v128.load(g + j, 16);
    const w0 = v128.load(w + j), w1 = v128.load(w + j, 16);
    let x = activations(plan, layers - 1) + j;
    for (let i: i32 = 0; i < count; i++) {
      const d = v128.load_splat<f32>(slopes(plan) + ((<usize>i) << 2));
      const x0 = v128.load(x), x1 = v128.load(x, 16);
      g0 = f32x4.add(g0, f32x4.mul(d, x0));
      g1 = f32x4.add(g1, f32x4.mul(d, x1));
      v128.store(x, v128.and(f32x4.add(zero, f32x4.mul(d, w0)), f32x4.gt(x0, zero)));
      v128.store(x, v128.and(f32x4.add(zero, f32x4.mul(d, w1)), f32x4.gt(x1, zero)), 16);
      x += bytes;
    }
    v128.store(g + j, g0);
    v128.store(g + j, g1, 16);
  }
  let bias = load<f32>(g + bytes);
  for (let i: i32 = 0; i < count; i++) bias += load<f32>(slopes(plan) + ((<usize>i) << 2));
  store<f32>(g + bytes, bias);
}

/** Any number of outputs: their weights' gradient, and the gradient by their inputs. */
function output(plan: usize, rows: usize, count: i32): void {
  const bytes = (<usize>stride(plan)) << 2;
  const layers = hiddenLayers(plan);
  const outs = outputs(plan);
  const last = layers - 1;
  const inputs = layers > 0 ? width(plan, last) : dense(plan);
  const input = layers > 0 ? activations(plan, last) : rows;
  const inputBytes = layers > 0 ? (<usize>inputs) << 2 : bytes;
  const rowBytes = (<usize>inputs) << 2;
  const g = gradients(plan) + weights(plan, layers);
  const biases = g + <usize>outs * rowBytes;
  const oneHot = biases + ((<usize>((outs + 3) & ~3)) << 2);
  const w = parameters(plan) + weights(plan, layers);
  for (let i: i32 = 0; i < count; i++) {
    const x = input + <usize>i * inputBytes;
    for (let o: i32 = 0; o < outs; o++) {
      const s = load<f32>(slopes(plan) + ((<usize>(i * outs + o)) << 2));
      const d = f32x4.splat(s);
      const gRow = g + <usize>o * rowBytes;
      for (let j: usize = 0; j < rowBytes; j += 16) {
        v128.store(gRow + j, f32x4.add(v128.load(gRow + j), f32x4.mul(d, v128.load(x + j))));
      }
      const bias = biases + ((<usize>o) << 2);
      store<f32>(bias, load<f32>(bias) + s);
      if (layers == 0 && classes(plan) > 0) {
        const c = load<i32>(rows + <usize>i * bytes + ((<usize>dense(plan)) << 2));
        const p = oneHot + ((<usize>(c * outs + o)) << 2);
        store<f32>(p, load<f32>(p) + s);
      }
    }
    if (layers == 0) continue;
    for (let j: usize = 0; j < rowBytes; j += 16) {
      let sum = f32x4.splat(0);
      for (let o: i32 = 0; o < outs; o++) {
        const d = v128.load_splat<f32>(slopes(plan) + ((<usize>(i * outs + o)) << 2));
        sum = f32x4.add(sum, f32x4.mul(d, v128.load(w + <usize>o * rowBytes + j)));
      }
      v128.store(x + j, v128.and(sum, f32x4.gt(v128.load(x + j), f32x4.splat(0))));
    }
  }
}

function laterWeights(plan: usize, l: i32, count: i32): void {
  const n = width(plan, l);
  const nBytes = (<usize>n) << 2;
  const before = width(plan, l - 1);
  const delta = activations(plan, l);
  const gradient = gradients(plan) + weights(plan, l);
  matmul<Floats1>(
    activations(plan, l - 1), 4, (<usize>before) << 2, delta, nBytes, gradient, nBytes, before, n, count, SUM, 0, 0, STORE,
  );
  sumRows(delta, nBytes, count, gradient + <usize>before * nBytes);
}

function laterInputs<Row>(plan: usize, l: i32, count: i32): void {
  const n = width(plan, l);
  const before = width(plan, l - 1);
  const bytes = (<usize>before) << 2;
  matmul<Row>(
    activations(plan, l), (<usize>n) << 2, 4, transposed(plan, l), bytes, activations(plan, l - 1), bytes, count, before, n, ZERO, 0, 0, MASK,
  );
}

function firstWeights(plan: usize, rows: usize, count: i32): void {
  const bytes = (<usize>stride(plan)) << 2;
  const n = width(plan, 0);
  const nBytes = (<usize>n) << 2;
  const delta = activations(plan, 0);
  const gradient = gradients(plan) + weights(plan, 0);
  const target = gradient + <usize>classes(plan) * nBytes;
  if (classes(plan) > 0) scatterClassRows(plan, rows, count, delta, gradient);
  matmul<Floats1>(rows, 4, bytes, delta, nBytes, target, nBytes, inputs(plan), n, count, SUM, 0, 0, STORE);
}

function scatterClassRows(
  plan: usize,
  rows: usize,
  count: i32,
  delta: usize,
  gradient: usize,
): void {
  const bytes = (<usize>stride(plan)) << 2;
  const rowBytes = (<usize>width(plan, 0)) << 2;
  const at = (<usize>dense(plan)) << 2;
  for (let i: i32 = 0; i < count; i++) {
    const to = gradient + <usize>load<i32>(rows + <usize>i * bytes + at) * rowBytes;
    const from = delta + <usize>i * rowBytes;
    for (let o: usize = 0; o < rowBytes; o += 16)
      v128.store(to + o, f32x4.add(v128.load(to + o), v128.load(from + o)));
  }
}

/** Eight columns at a time: two sums side by side hide part of an addition's latency. */
function sumRows(from: usize, rowBytes: usize, count: i32, to: usize): void {
  for (let o: usize = 0; o < rowBytes; o += 32) {
    let a = v128.load(to + o), b = v128.load(to + o, 16);
    let row = from + o;
    for (let i: i32 = 0; i < count; i++) {
      a = f32x4.add(a, v128.load(row));
      b = f32x4.add(b, v128.load(row, 16));
      row += rowBytes;
    }
    v128.store(to + o, a);
    v128.store(to + o, b, 16);
  }
}
