// The backward pass of one block: gradients by the weights, summed over the blocks of a batch.

import {
  activations, classes, deltas, dense, gradients, hiddenLayers, outputs, parameters, slopes, stride, transposed, weights, width,
} from './layout';
import { MASK, STORE, matmul } from './matmul';
import { slope, value } from './partial';

/** W (inputs × n) of layer l, transposed, for the gradient by its inputs. Once per batch. */
export function transpose(plan: usize, l: i32): void {
  const n = width(plan, l);
  const inputs = width(plan, l - 1);
  const w = parameters(plan) + weights(plan, l);
  const t = transposed(plan, l);
  for (let i: i32 = 0; i < inputs; i++) {
    for (let j: i32 = 0; j < n; j++) {
      store<f32>(t + ((<usize>(j * inputs + i)) << 2), load<f32>(w + ((<usize>(i * n + j)) << 2)));
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
      store<f32>(p, <f32>(slope(kind, raw, a, b) * scale));
    }
  }
  return loss;
}

/** Gradients of one block, added to what earlier blocks of the batch left. */
export function backward(plan: usize, rows: usize, count: i32): void {
  const bytes = (<usize>stride(plan)) << 2;
  const layers = hiddenLayers(plan);
  const outs = outputs(plan);
  const base = gradients(plan);
  const last = layers - 1;

  // The output layer: its weights' gradient, and the gradient by its inputs.
  const inputs = layers > 0 ? width(plan, last) : dense(plan);
  const input = layers > 0 ? activations(plan, last) : rows;
  const inputBytes = layers > 0 ? (<usize>inputs) << 2 : bytes;
  const rowBytes = (<usize>inputs) << 2;
  const g = base + weights(plan, layers);
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
    if (layers > 0) {
      const delta = deltas(plan, last) + <usize>i * rowBytes;
      for (let j: usize = 0; j < rowBytes; j += 16) {
        let sum = f32x4.splat(0);
        for (let o: i32 = 0; o < outs; o++) {
          const d = v128.load_splat<f32>(slopes(plan) + ((<usize>(i * outs + o)) << 2));
          sum = f32x4.add(sum, f32x4.mul(d, v128.load(w + <usize>o * rowBytes + j)));
        }
        v128.store(delta + j, v128.and(sum, f32x4.gt(v128.load(x + j), f32x4.splat(0))));
      }
    }
  }

  for (let l = last; l >= 0; l--) {
    const n = width(plan, l);
    const nBytes = (<usize>n) << 2;
    const delta = deltas(plan, l);
    const gradient = base + weights(plan, l);
    if (l == 0) {
      let target = gradient;
      if (classes(plan) > 0) {
        scatterClassRows(plan, rows, count, delta, gradient);
        target += <usize>classes(plan) * nBytes;
      }
      matmul(rows, 4, bytes, delta, nBytes, target, nBytes, dense(plan), n, count, true, STORE, 0);
    } else {
      const before = width(plan, l - 1);
      const beforeBytes = (<usize>before) << 2;
      matmul(
        activations(plan, l - 1),
        4,
        beforeBytes,
        delta,
        nBytes,
        gradient,
        nBytes,
        before,
        n,
        count,
        true,
        STORE,
        0,
      );
      sumRows(delta, nBytes, count, gradient + <usize>before * nBytes);
      matmul(
        delta,
        nBytes,
        4,
        transposed(plan, l),
        beforeBytes,
        deltas(plan, l - 1),
        beforeBytes,
        count,
        before,
        n,
        false,
        MASK,
        activations(plan, l - 1),
      );
    }
  }
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

function sumRows(from: usize, rowBytes: usize, count: i32, to: usize): void {
  for (let o: usize = 0; o < rowBytes; o += 16) {
    let sum = v128.load(to + o);
    for (let i: i32 = 0; i < count; i++)
      sum = f32x4.add(sum, v128.load(from + <usize>i * rowBytes + o));
    v128.store(to + o, sum);
  }
}
