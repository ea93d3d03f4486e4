// The scorer network: forward, backward, Adam. A record is one row: dense inputs (the last of them
// the constant 1, which carries the bias), the class index as an integer, then a and b per output.
// With 11 features that is 64 bytes, one cache line, so a shuffled epoch over rows that don't fit
// the cache costs one miss a row.
//
// A batch goes through in blocks of 32 rows: the activations of a block stay in the first-level
// cache, and the gradient sums over blocks in a fixed order.

import {
  activations,
  block,
  classes,
  deltas,
  dense,
  firstMoment,
  gradients,
  hiddenLayers,
  outputs,
  parameterCount,
  parameters,
  secondMoment,
  slopes,
  stride,
  transposed,
  weights,
  width,
} from './layout';
import { MASK, matmul, RELU, STORE } from './matmul';
import { head, slope, value } from './partial';

export { features } from './features';

export const BLOCK: i32 = 32;

/** Copies the records of rows order[0 … count) side by side into the block. */
function gather(plan: usize, records: usize, order: usize, count: i32): usize {
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
function forward(plan: usize, rows: usize, count: i32): void {
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

/** W (inputs × n) of layer l, transposed, for the gradient by its inputs. Once per batch. */
function transpose(plan: usize, l: i32): void {
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
function lossSlopes(plan: usize, rows: usize, count: i32, kind: i32, scale: f64): f64 {
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
function backward(plan: usize, rows: usize, count: i32): void {
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

/** Loss and gradient of one batch; the gradients must be zero before (adam leaves them so). */
export function batch(plan: usize, records: usize, order: usize, count: i32, kind: i32): f64 {
  let loss: f64 = 0;
  const scale: f64 = 1 / <f64>count;
  for (let l: i32 = 1; l < hiddenLayers(plan); l++) transpose(plan, l);
  for (let done: i32 = 0; done < count; done += BLOCK) {
    const rows = min(BLOCK, count - done);
    const from = gather(plan, records, order + ((<usize>done) << 2), rows);
    forward(plan, from, rows);
    loss += lossSlopes(plan, from, rows, kind, scale);
    backward(plan, from, rows);
  }
  return loss;
}

/** The summed loss of the rows order[0 … count), nothing trained. */
export function evaluate(plan: usize, records: usize, order: usize, count: i32, kind: i32): f64 {
  const outs = outputs(plan);
  const bytes = (<usize>stride(plan)) << 2;
  const at = ((<usize>dense(plan)) << 2) + 4;
  let loss: f64 = 0;
  for (let done: i32 = 0; done < count; done += BLOCK) {
    const rows = min(BLOCK, count - done);
    const from = gather(plan, records, order + ((<usize>done) << 2), rows);
    forward(plan, from, rows);
    for (let i: i32 = 0; i < rows * outs; i++) {
      const weightsAt = from + <usize>(i / outs) * bytes + at + ((<usize>(i % outs)) << 3);
      loss += value(
        kind,
        load<f32>(slopes(plan) + ((<usize>i) << 2)),
        load<f32>(weightsAt),
        load<f32>(weightsAt, 4),
      );
    }
  }
  return loss;
}

/** Outputs (through the head) of consecutive records, added to `out` times `share`: networks are averaged. */
export function score(
  plan: usize,
  records: usize,
  count: i32,
  kind: i32,
  out: usize,
  share: f32,
): void {
  const outs = outputs(plan);
  const bytes = (<usize>stride(plan)) << 2;
  for (let done: i32 = 0; done < count; done += BLOCK) {
    const rows = min(BLOCK, count - done);
    forward(plan, records + <usize>done * bytes, rows);
    for (let i: i32 = 0; i < rows * outs; i++) {
      const to = out + ((<usize>(done * outs + i)) << 2);
      store<f32>(
        to,
        load<f32>(to) + share * head(kind, load<f32>(slopes(plan) + ((<usize>i) << 2))),
      );
    }
  }
}

/** Adam with L2 added to the gradient, as PyTorch's; clears the gradients for the next batch. */
export function adam(
  plan: usize,
  decay: f32,
  beta1: f32,
  beta2: f32,
  stepSize: f32,
  rootCorrection: f32,
  epsilon: f32,
): void {
  const bytes = (<usize>parameterCount(plan)) << 2;
  const p = parameters(plan),
    g = gradients(plan),
    m = firstMoment(plan),
    v = secondMoment(plan);
  const vDecay = f32x4.splat(decay),
    vBeta1 = f32x4.splat(beta1),
    vBeta2 = f32x4.splat(beta2);
  const rest1 = f32x4.splat(1 - beta1),
    rest2 = f32x4.splat(1 - beta2);
  const vStep = f32x4.splat(stepSize),
    vRoot = f32x4.splat(1 / rootCorrection),
    vEpsilon = f32x4.splat(epsilon);
  const zero = f32x4.splat(0);
  for (let o: usize = 0; o < bytes; o += 16) {
    const parameter = v128.load(p + o);
    const gradient = f32x4.add(v128.load(g + o), f32x4.mul(vDecay, parameter));
    v128.store(g + o, zero);
    const first = f32x4.add(f32x4.mul(vBeta1, v128.load(m + o)), f32x4.mul(rest1, gradient));
    const second = f32x4.add(
      f32x4.mul(vBeta2, v128.load(v + o)),
      f32x4.mul(rest2, f32x4.mul(gradient, gradient)),
    );
    v128.store(m + o, first);
    v128.store(v + o, second);
    const scale = f32x4.add(f32x4.mul(f32x4.sqrt(second), vRoot), vEpsilon);
    v128.store(p + o, f32x4.sub(parameter, f32x4.div(f32x4.mul(vStep, first), scale)));
  }
}

/** `count` batches of an epoch in one call, so that crossing into WebAssembly costs nothing. */
export function epoch(
  plan: usize,
  records: usize,
  order: usize,
  rows: i32,
  size: i32,
  kind: i32,
  decay: f32,
  beta1: f32,
  beta2: f32,
  corrections: usize,
  epsilon: f32,
): f64 {
  let loss: f64 = 0;
  let step: usize = 0;
  for (let done: i32 = 0; done < rows; done += size) {
    loss += batch(plan, records, order + ((<usize>done) << 2), min(size, rows - done), kind);
    // corrections: for each step its step size lr/(1 − β1^t), then √(1 − β2^t), made in float64 by the caller.
    adam(
      plan,
      decay,
      beta1,
      beta2,
      load<f32>(corrections + step),
      load<f32>(corrections + step, 4),
      epsilon,
    );
    step += 8;
  }
  return loss;
}

/** The first address that the kernel's own data leaves free. */
export function heapBase(): usize {
  return __heap_base;
}
