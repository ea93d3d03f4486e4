// The forward pass of one block of records.

import {
  activations, block, classes, dense, hiddenLayers, outputs, parameters, slopes, stride, weights, width,
} from './layout';
import { RELU, matmul } from './matmul';

/** Copies the records of rows order[0 … count) side by side into the block. */
export function gather(plan: usize, records: usize, order: usize, count: i32): usize {
  const bytes = (<usize>stride(plan)) << 2;
  const target = block(plan);
  for (let i: i32 = 0; i < count; i++) {
    const from = records + <usize>load<u32>(order + ((<usize>i) << 2)) * bytes;
    const to = target + <usize>i * bytes;
    for (let o: usize = 0; o < bytes; o += 16) v128.store(to + o, v128.load(from + o));
  }
  return target;
}

/** Adds the weight row of each record's class: a look-up instead of a multiplication by a one-hot. */
function classRows(plan: usize, rows: usize, count: i32): void {
  const bytes = (<usize>stride(plan)) << 2;
  const rowBytes = (<usize>width(plan, 0)) << 2;
  const table = parameters(plan) + weights(plan, 0);
  const at = (<usize>dense(plan)) << 2;
  let to = activations(plan, 0);
  for (let i: i32 = 0; i < count; i++) {
    const from = table + <usize>load<i32>(rows + <usize>i * bytes + at) * rowBytes;
    for (let o: usize = 0; o < rowBytes; o += 16) v128.store(to + o, v128.load(from + o));
    to += rowBytes;
  }
}

function spreadBias(from: usize, to: usize, bytes: usize, count: i32): void {
  for (let i: i32 = 0; i < count; i++) {
    for (let o: usize = 0; o < bytes; o += 16) v128.store(to + o, v128.load(from + o));
    to += bytes;
  }
}

/** Raw outputs of `count` ≤ 32 rows into slopes(plan). */
export function forward(plan: usize, rows: usize, count: i32): void {
  const bytes = (<usize>stride(plan)) << 2;
  const base = parameters(plan);
  const layers = hiddenLayers(plan);
  let input = rows;
  let inputBytes = bytes;
  let inputs = dense(plan);
  for (let l: i32 = 0; l < layers; l++) {
    const n = width(plan, l);
    const rowBytes = (<usize>n) << 2;
    const out = activations(plan, l);
    let w = base + weights(plan, l);
    if (l == 0) {
      if (classes(plan) > 0) {
        classRows(plan, rows, count);
        w += <usize>classes(plan) * rowBytes;
        matmul(input, inputBytes, 4, w, rowBytes, out, rowBytes, count, n, inputs, true, RELU, 0);
      } else {
        matmul(input, inputBytes, 4, w, rowBytes, out, rowBytes, count, n, inputs, false, RELU, 0);
      }
    } else {
      spreadBias(w + <usize>inputs * rowBytes, out, rowBytes, count);
      matmul(input, inputBytes, 4, w, rowBytes, out, rowBytes, count, n, inputs, true, RELU, 0);
    }
    input = out;
    inputBytes = rowBytes;
    inputs = n;
  }
  output(plan, input, inputBytes, inputs, rows, count);
}

/** The last layer: few outputs, so a dot product each. Without hidden layers it reads the record itself. */
function output(
  plan: usize,
  input: usize,
  inputBytes: usize,
  inputs: i32,
  rows: usize,
  count: i32,
): void {
  const layers = hiddenLayers(plan);
  const outs = outputs(plan);
  const w = parameters(plan) + weights(plan, layers);
  const rowBytes = (<usize>inputs) << 2;
  const biases = w + <usize>outs * rowBytes;
  const oneHot = biases + ((<usize>((outs + 3) & ~3)) << 2);
  const at = (<usize>dense(plan)) << 2;
  for (let i: i32 = 0; i < count; i++) {
    const x = input + <usize>i * inputBytes;
    for (let o: i32 = 0; o < outs; o++) {
      let sum = f32x4.splat(0);
      const row = w + <usize>o * rowBytes;
      for (let j: usize = 0; j < rowBytes; j += 16) {
        sum = f32x4.add(sum, f32x4.mul(v128.load(x + j), v128.load(row + j)));
      }
      let raw =
        f32x4.extract_lane(sum, 0) +
        f32x4.extract_lane(sum, 1) +
        f32x4.extract_lane(sum, 2) +
        f32x4.extract_lane(sum, 3);
      raw += load<f32>(biases + ((<usize>o) << 2));
      if (layers == 0 && classes(plan) > 0) {
        const c = load<i32>(rows + <usize>i * inputBytes + at);
        raw += load<f32>(oneHot + ((<usize>(c * outs + o)) << 2));
      }
      store<f32>(slopes(plan) + ((<usize>(i * outs + o)) << 2), raw);
    }
  }
}
