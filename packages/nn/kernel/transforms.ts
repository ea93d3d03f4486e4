// Winograd's F(4×4, 3×3): a 4×4 patch of output costs 36 multiplications a channel pair instead of
// 144. Interpolation points 0, ±1, ±2, ∞; every function transforms a tile of 4 channels in one
// direction into `temp` (always in the first-level cache), then in the other.
//   input    V = Bᵀ d B   6×6 → 6×6         output            y = Aᵀ m A   6×6 → 4×4
//   weights  U = G w Gᵀ   3×3 → 6×6         output gradient   D = A g Aᵀ   4×4 → 6×6
//   weight gradient  Gᵀ m G   6×6 → 3×3
import { multiplyAdd } from './fused';

// @ts-ignore: decorator
@inline
function times(factor: f32, a: v128): v128 {
  return f32x4.mul(f32x4.splat(factor), a);
}

// @ts-ignore: decorator
@inline
function plus(a: v128, factor: f32, b: v128): v128 {
  return multiplyAdd(f32x4.splat(factor), b, a);
}

// @ts-ignore: decorator
@inline
function inputLine(from: usize, step: usize, to: usize, stride: usize): void {
  const d0 = v128.load(from);
  const d1 = v128.load(from += step);
  const d2 = v128.load(from += step);
  const d3 = v128.load(from += step);
  const d4 = v128.load(from += step);
  const d5 = v128.load(from + step);
  const even = plus(d4, -4, d2), odd = plus(d3, -4, d1);
  const near = f32x4.sub(d4, d2), far = f32x4.sub(d3, d1);
  v128.store(to, plus(plus(d4, -5, d2), 4, d0));
  v128.store(to += stride, f32x4.add(even, odd));
  v128.store(to += stride, f32x4.sub(even, odd));
  v128.store(to += stride, plus(near, 2, far));
  v128.store(to += stride, plus(near, -2, far));
  v128.store(to + stride, plus(plus(d5, -5, d3), 4, d1));
}

/**
 * 4 channels of `count` tiles side by side: pixels `step` apart, rows `row` apart, planes of the
 * result `plane` apart. Columns first, because neighbours share two of them.
 */
export function transformInput(from: usize, step: usize, row: usize, temp: usize, to: usize, plane: usize, count: i32): void {
  const columns = <usize>(4 * count + 2);
  for (let x: usize = 0; x < columns; x++) inputLine(from + x * step, row, temp + x * 96, 16);
  for (let t = 0; t < count; t++) {
    for (let k: usize = 0; k < 6; k++) inputLine(temp + k * 16, 96, to + 6 * k * plane, plane);
    temp += 4 * 96;
    to += step;
  }
}

// @ts-ignore: decorator
@inline
function gradientLine(from: usize, step: usize, to: usize, stride: usize): void {
  const g0 = v128.load(from);
  const g1 = v128.load(from += step);
  const g2 = v128.load(from += step);
  const g3 = v128.load(from + step);
  const even = f32x4.add(g0, g2), odd = f32x4.add(g1, g3);
  const far = plus(g0, 4, g2), odder = plus(g1, 4, g3);
  v128.store(to, g0);
  v128.store(to += stride, f32x4.add(even, odd));
  v128.store(to += stride, f32x4.sub(even, odd));
  v128.store(to += stride, plus(far, 2, odder));
  v128.store(to += stride, plus(far, -2, odder));
  v128.store(to + stride, g3);
}

/** The transpose of the output transform, on a 4×4 tile of the output's gradient. */
export function transformGradient(from: usize, step: usize, row: usize, temp: usize, to: usize, plane: usize): void {
  for (let i: usize = 0; i < 4; i++) gradientLine(from + i * row, step, temp + i * 96, 16);
  for (let k: usize = 0; k < 6; k++) gradientLine(temp + k * 16, 96, to + k * plane, 6 * plane);
}

// @ts-ignore: decorator
@inline
function outputLine(from: usize, step: usize, to: usize, stride: usize, count: i32): void {
  const m0 = v128.load(from);
  const m1 = v128.load(from += step);
  const m2 = v128.load(from += step);
  const m3 = v128.load(from += step);
  const m4 = v128.load(from += step);
  const m5 = v128.load(from + step);
  const sum1 = f32x4.add(m1, m2), difference1 = f32x4.sub(m1, m2);
  const sum2 = f32x4.add(m3, m4), difference2 = f32x4.sub(m3, m4);
  v128.store(to, f32x4.add(f32x4.add(m0, sum1), sum2));
  if (count > 1) v128.store(to += stride, plus(difference1, 2, difference2));
  if (count > 2) v128.store(to += stride, plus(sum1, 4, sum2));
  if (count > 3) v128.store(to + stride, plus(f32x4.add(difference1, m5), 8, difference2));
}

/** Writes the `height` × `width` (at most 4 × 4) outputs that lie inside the image. */
export function transformOutput(from: usize, plane: usize, temp: usize, to: usize, step: usize, row: usize, height: i32, width: i32): void {
  for (let k: usize = 0; k < 6; k++) outputLine(from + k * plane, 6 * plane, temp + k * 16, 96, 4);
  if (width == 4) {
    for (let i = 0; i < height; i++) outputLine(temp + <usize>i * 96, 16, to + <usize>i * row, step, 4);
  } else {
    for (let i = 0; i < height; i++) outputLine(temp + <usize>i * 96, 16, to + <usize>i * row, step, width);
  }
}

// @ts-ignore: decorator
@inline
function weightLine(from: usize, step: usize, to: usize, stride: usize): void {
  const w0 = v128.load(from);
  const w1 = v128.load(from += step);
  const w2 = v128.load(from + step);
  const outer = f32x4.add(w0, w2);
  const far = times(<f32>(1.0 / 24.0), plus(w0, 4, w2));
  v128.store(to, times(0.25, w0));
  v128.store(to += stride, times(<f32>(-1.0 / 6.0), f32x4.add(outer, w1)));
  v128.store(to += stride, times(<f32>(-1.0 / 6.0), f32x4.sub(outer, w1)));
  v128.store(to += stride, plus(far, <f32>(1.0 / 12.0), w1));
  v128.store(to += stride, plus(far, <f32>(-1.0 / 12.0), w1));
  v128.store(to + stride, w2);
}

export function transformWeights(from: usize, step: usize, temp: usize, to: usize, plane: usize): void {
  for (let i: usize = 0; i < 3; i++) weightLine(from + i * 3 * step, step, temp + i * 96, 16);
  for (let k: usize = 0; k < 6; k++) weightLine(temp + k * 16, 96, to + k * plane, 6 * plane);
}

// @ts-ignore: decorator
@inline
function weightGradientLine(from: usize, step: usize, to: usize, stride: usize): void {
  const m0 = v128.load(from);
  const m1 = v128.load(from += step);
  const m2 = v128.load(from += step);
  const m3 = v128.load(from += step);
  const m4 = v128.load(from += step);
  const m5 = v128.load(from + step);
  const sum1 = times(<f32>(1.0 / 6.0), f32x4.add(m1, m2));
  const sum2 = times(<f32>(1.0 / 6.0), f32x4.add(m3, m4));
  v128.store(to, plus(plus(f32x4.neg(sum1), 0.25, sum2), 0.25, m0));
  v128.store(
    to += stride,
    plus(times(<f32>(1.0 / 6.0), f32x4.sub(m2, m1)), <f32>(1.0 / 12.0), f32x4.sub(m3, m4)),
  );
  v128.store(to + stride, f32x4.add(f32x4.sub(sum2, sum1), m5));
}

export function transformWeightGradient(from: usize, plane: usize, temp: usize, to: usize, step: usize): void {
  for (let k: usize = 0; k < 6; k++) weightGradientLine(from + k * plane, 6 * plane, temp + k * 16, 96);
  for (let i: usize = 0; i < 3; i++) weightGradientLine(temp + i * 96, 16, to + i * 3 * step, step);
}
