// The forward pass of one block of records.

import {
  activations, block, classes, dense, hiddenLayers, inputs, outputs, parameters, slopes, stride, weights, width,
} from './layout';
import { AnyFloats, BIAS, CLASS, Floats16, Floats64, RELU, ZERO, matmul } from './matmul';

/** Copies the records of rows order[0 … count) side by side into the block. */
export function gather(plan: usize, records: usize, order: usize, count: i32): usize {
  const bytes = (<usize>stride(plan)) << 2;
  const target = block(plan);
  let to = target;
  for (let i: i32 = 0; i < count; i++) {
    const from = records + <usize>load<u32>(order + ((<usize>i) << 2)) * bytes;
    if (bytes == 64) {
      v128.store(to, v128.load(from)); v128.store(to, v128.load(from, 16), 16);
      v128.store(to, v128.load(from, 32), 32); v128.store(to, v128.load(from, 48), 48);
    } else {
      for (let o: usize = 0; o < bytes; o += 16) v128.store(to + o, v128.load(from + o));
    }
    to += bytes;
  }
  return target;
}

/** Raw outputs of `count` ≤ 32 rows into slopes(plan). */
export function forward(plan: usize, rows: usize, count: i32): void {
  const bytes = (<usize>stride(plan)) << 2;
  const layers = hiddenLayers(plan);
  if (layers == 0) return output(plan, rows, bytes, dense(plan), rows, count);
  if (bytes == 64) firstLayer<Floats16>(plan, rows, count);
  else firstLayer<AnyFloats>(plan, rows, count);
  for (let l: i32 = 1; l < layers; l++) {
    if (width(plan, l - 1) == 64) laterLayer<Floats64>(plan, l, count);
    else laterLayer<AnyFloats>(plan, l, count);
  }
  const last = width(plan, layers - 1);
  const input = activations(plan, layers - 1);
  if (outputs(plan) == 1) singleOutput(plan, input, last, count);
  else output(plan, input, (<usize>last) << 2, last, rows, count);
}

/** Starts from the weight row of each record's class: a look-up instead of a multiplication by a one-hot. */
function firstLayer<Row>(plan: usize, rows: usize, count: i32): void {
  const bytes = (<usize>stride(plan)) << 2;
  const n = width(plan, 0);
  const rowBytes = (<usize>n) << 2;
  const out = activations(plan, 0);
  const table = parameters(plan) + weights(plan, 0);
  const w = table + <usize>classes(plan) * rowBytes;
  const classAt = (<usize>dense(plan)) << 2;
  if (classes(plan) > 0)
    matmul<Row>(rows, bytes, 4, w, rowBytes, out, rowBytes, count, n, inputs(plan), CLASS, table, classAt, RELU);
  else matmul<Row>(rows, bytes, 4, w, rowBytes, out, rowBytes, count, n, inputs(plan), ZERO, 0, 0, RELU);
}

function laterLayer<Row>(plan: usize, l: i32, count: i32): void {
  const k = width(plan, l - 1);
  const n = width(plan, l);
  const rowBytes = (<usize>n) << 2;
  const w = parameters(plan) + weights(plan, l);
  const bias = w + <usize>k * rowBytes;
  matmul<Row>(
    activations(plan, l - 1), (<usize>k) << 2, 4, w, rowBytes, activations(plan, l), rowBytes, count, n, k, BIAS, bias, 0, RELU,
  );
}

/** One output after hidden layers: four rows at a time, their dot products side by side. */
function singleOutput(plan: usize, input: usize, inputs: i32, count: i32): void {
  const w = parameters(plan) + weights(plan, hiddenLayers(plan));
  const bytes = (<usize>inputs) << 2;
  const bias = v128.load_splat<f32>(w + bytes);
  // Rows past the last are computed and forgotten: the block has room for 32, a multiple of 4.
  for (let i: i32 = 0; i < count; i += 4) {
    let a = f32x4.splat(0), b = a, c = a, d = a;
    for (let j: usize = 0; j < bytes; j += 16) {
      const x = input + j;
      const weight = v128.load(w + j);
      a = f32x4.add(a, f32x4.mul(v128.load(x), weight));
      b = f32x4.add(b, f32x4.mul(v128.load(x + bytes), weight));
      c = f32x4.add(c, f32x4.mul(v128.load(x + 2 * bytes), weight));
      d = f32x4.add(d, f32x4.mul(v128.load(x + 3 * bytes), weight));
    }
    // The four lanes of each row summed from the first to the last, as for several outputs.
    const ab01 = v128.shuffle<f32>(a, b, 0, 4, 1, 5), cd01 = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    const ab23 = v128.shuffle<f32>(a, b, 2, 6, 3, 7), cd23 = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
    let sum = f32x4.add(v128.shuffle<f32>(ab01, cd01, 0, 1, 4, 5), v128.shuffle<f32>(ab01, cd01, 2, 3, 6, 7));
    sum = f32x4.add(sum, v128.shuffle<f32>(ab23, cd23, 0, 1, 4, 5));
    sum = f32x4.add(sum, v128.shuffle<f32>(ab23, cd23, 2, 3, 6, 7));
    v128.store(slopes(plan) + ((<usize>i) << 2), f32x4.add(sum, bias));
    input += 4 * bytes;
  }
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
