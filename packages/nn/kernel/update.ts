import { multiplyAdd } from './fused';

/**
 * One step of SGD with momentum and weight decay on `count` (a multiple of 4) numbers. The slices'
 * gradients are added in slice order, whoever computed them: that order is what keeps a run's bytes
 * independent of the number of threads.
 */
export function descend(
  weights: usize,
  velocity: usize,
  gradients: usize,
  slices: i32,
  sliceStride: usize,
  count: i32,
  rate: f32,
  momentum: f32,
  decay: f32,
): void {
  const end = (<usize>count) << 2;
  for (let n: usize = 0; n < end; n += 16) {
    const w = v128.load(weights + n);
    let g = v128.load(gradients + n);
    for (let s = 1; s < slices; s++)
      g = f32x4.add(g, v128.load(gradients + <usize>s * sliceStride + n));
    g = multiplyAdd(f32x4.splat(decay), w, g);
    const v = multiplyAdd(f32x4.splat(momentum), v128.load(velocity + n), g);
    v128.store(velocity + n, v);
    v128.store(weights + n, multiplyAdd(f32x4.splat(-rate), v, w));
  }
}
