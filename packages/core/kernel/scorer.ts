// The scorer network: forward, backward, Adam. A record is one row: dense inputs (the last of them
// the constant 1, which carries the bias), the class index as an integer, then a and b per output.
// With 11 features that is 64 bytes, one cache line, so a shuffled epoch over rows that don't fit
// the cache costs one miss a row.
//
// A batch goes through in blocks of 32 rows: the activations of a block stay in the first-level
// cache, and the gradient sums over blocks in a fixed order.

import { adam, zeroTiny } from './adam';
import { backward, lossSlopes, transpose } from './backward';
import { forward, gather } from './forward';
import { dense, hiddenLayers, outputs, slopes, stride } from './layout';
import { head, value } from './partial';

export { calibrated } from './calibrated';
export { features } from './features';
export { drawRows, sumFlagged } from './draw';
export { besideEachOther, gainsAtRates } from './resampled';
export { addRows, bestCut, partition, subtract } from './trees';

export const BLOCK: i32 = 32;

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

/** Some batches of an epoch in one call, so that crossing into WebAssembly costs nothing. */
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
  zeroTiny(plan);
  return loss;
}

/** The first address that the kernel's own data leaves free. */
export function heapBase(): usize {
  return __heap_base;
}
