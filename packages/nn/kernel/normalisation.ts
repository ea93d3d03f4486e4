// Batch norm, ReLU and the residual sum, one image a call while it is still in cache. Bordered
// operands are given by their first inner pixel and their pitch in pixels. Loops run over 16
// channels (one cache line) at a time, so that sums stay in registers.
import { multiplyAdd } from './fused';

/** moments [2][channels] of `pixels` rows: the mean, and the sum of squares around it. */
export function moments(z: usize, pixels: i32, channels: i32, out: usize): void {
  const step = (<usize>channels) << 2;
  const share = f32x4.splat(<f32>1.0 / <f32>pixels);
  for (let c: usize = 0; c < step; c += 64) {
    let m0 = f32x4.splat(0), m1 = m0, m2 = m0, m3 = m0;
    let q0 = m0, q1 = m0, q2 = m0, q3 = m0;
    let at = z + c;
    for (let p = 0; p < pixels; p++, at += step) {
      m0 = f32x4.add(m0, v128.load(at));
      m1 = f32x4.add(m1, v128.load(at, 16));
      m2 = f32x4.add(m2, v128.load(at, 32));
      m3 = f32x4.add(m3, v128.load(at, 48));
    }
    m0 = f32x4.mul(m0, share);
    m1 = f32x4.mul(m1, share);
    m2 = f32x4.mul(m2, share);
    m3 = f32x4.mul(m3, share);
    at = z + c;
    for (let p = 0; p < pixels; p++, at += step) {
      const e0 = f32x4.sub(v128.load(at), m0), e1 = f32x4.sub(v128.load(at, 16), m1);
      const e2 = f32x4.sub(v128.load(at, 32), m2), e3 = f32x4.sub(v128.load(at, 48), m3);
      q0 = multiplyAdd(e0, e0, q0);
      q1 = multiplyAdd(e1, e1, q1);
      q2 = multiplyAdd(e2, e2, q2);
      q3 = multiplyAdd(e3, e3, q3);
    }
    storeFour(out + c, m0, m1, m2, m3);
    storeFour(out + step + c, q0, q1, q2, q3);
  }
}

/** out = max(0, scale · z + shift), into a bordered image. */
export function activate(z: usize, scale: usize, shift: usize, out: usize, pitch: i32, height: i32, width: i32, channels: i32): void {
  const step = (<usize>channels) << 2;
  const zero = f32x4.splat(0);
  for (let y = 0; y < height; y++) {
    let to = out + <usize>(y * pitch) * step;
    for (let x = 0; x < width; x++) {
      for (let c: usize = 0; c < step; c += 64) {
        v128.store(to + c, f32x4.max(multiplyAdd(v128.load(z + c), v128.load(scale + c), v128.load(shift + c)), zero));
        v128.store(to + c, f32x4.max(multiplyAdd(v128.load(z + c, 16), v128.load(scale + c, 16), v128.load(shift + c, 16)), zero), 16);
        v128.store(to + c, f32x4.max(multiplyAdd(v128.load(z + c, 32), v128.load(scale + c, 32), v128.load(shift + c, 32)), zero), 32);
        v128.store(to + c, f32x4.max(multiplyAdd(v128.load(z + c, 48), v128.load(scale + c, 48), v128.load(shift + c, 48)), zero), 48);
      }
      z += step;
      to += step;
    }
  }
}

/**
 * out = max(0, scale · z + shift + shortcut). The shortcut is bordered; with stride 2 every other
 * pixel of it is taken and its channels, half as many, land in the middle (option A).
 */
export function activateSum(
  z: usize, scale: usize, shift: usize, shortcut: usize, shortcutPitch: i32, stride: i32,
  out: usize, pitch: i32, height: i32, width: i32, channels: i32,
): void {
  const step = (<usize>channels) << 2;
  const zero = f32x4.splat(0);
  const narrow = stride == 2 ? step >> 1 : step;
  const margin = (step - narrow) >> 1;
  for (let y = 0; y < height; y++) {
    let to = out + <usize>(y * pitch) * step;
    let from = shortcut + <usize>(y * stride * shortcutPitch) * narrow;
    for (let x = 0; x < width; x++) {
      for (let c: usize = 0; c < margin; c += 16) {
        const value = multiplyAdd(v128.load(z + c), v128.load(scale + c), v128.load(shift + c));
        v128.store(to + c, f32x4.max(value, zero));
      }
      for (let c: usize = margin; c < margin + narrow; c += 16) {
        const value = multiplyAdd(v128.load(z + c), v128.load(scale + c), v128.load(shift + c));
        v128.store(to + c, f32x4.max(f32x4.add(value, v128.load(from + c - margin)), zero));
      }
      for (let c: usize = margin + narrow; c < step; c += 16) {
        const value = multiplyAdd(v128.load(z + c), v128.load(scale + c), v128.load(shift + c));
        v128.store(to + c, f32x4.max(value, zero));
      }
      z += step;
      to += step;
      from += <usize>stride * narrow;
    }
  }
}

/**
 * The gradient passes a residual sum and a ReLU: gradient = (gradient + shortcut's) where the
 * activation is positive, else 0, in place; and what batch norm's backward needs of it,
 * sums [2][channels]: Σ g and Σ g · (z − mean). `stride` 0 means no shortcut; with 2 the shortcut's
 * gradient has half the pixels a side and its middle channels count.
 */
export function gate(
  gradient: usize, shortcut: usize, stride: i32, activation: usize, pitch: i32, z: usize, mean: usize, sums: usize,
  height: i32, width: i32, channels: i32,
): void {
  const step = (<usize>channels) << 2;
  const zero = f32x4.splat(0);
  for (let c: usize = 0; c < step; c += 32) {
    const mean0 = v128.load(mean + c), mean1 = v128.load(mean + c, 16);
    let s0 = zero, s1 = zero, t0 = zero, t1 = zero;
    let g = gradient + c, at = z + c;
    for (let y = 0; y < height; y++) {
      let a = activation + <usize>(y * pitch) * step + c;
      let from = shortcut + <usize>(y * width) * step + c;
      if (stride == 2) from = shortcut + <usize>((y >> 1) * ((width + 1) >> 1)) * (step << 1) + (step >> 1) + c;
      for (let x = 0; x < width; x++) {
        let g0 = v128.load(g), g1 = v128.load(g, 16);
        if (stride == 1) {
          g0 = f32x4.add(g0, v128.load(from));
          g1 = f32x4.add(g1, v128.load(from, 16));
          from += step;
        } else if (stride == 2 && ((x | y) & 1) == 0) {
          g0 = f32x4.add(g0, v128.load(from));
          g1 = f32x4.add(g1, v128.load(from, 16));
          from += step << 1;
        }
        g0 = v128.and(g0, f32x4.gt(v128.load(a), zero));
        g1 = v128.and(g1, f32x4.gt(v128.load(a, 16), zero));
        v128.store(g, g0);
        v128.store(g, g1, 16);
        s0 = f32x4.add(s0, g0);
        s1 = f32x4.add(s1, g1);
        t0 = multiplyAdd(g0, f32x4.sub(v128.load(at), mean0), t0);
        t1 = multiplyAdd(g1, f32x4.sub(v128.load(at, 16), mean1), t1);
        g += step;
        a += step;
        at += step;
      }
    }
    v128.store(sums + c, s0);
    v128.store(sums + c, s1, 16);
    v128.store(sums + step + c, t0);
    v128.store(sums + step + c, t1, 16);
  }
}

/** Batch norm's backward, affine per channel once the batch's sums are known: out = k0·g + k1·z + k2. */
export function normaliseGradient(
  gradient: usize, z: usize, coefficients: usize, out: usize, pitch: i32, height: i32, width: i32, channels: i32,
): void {
  const step = (<usize>channels) << 2;
  for (let y = 0; y < height; y++) {
    let to = out + <usize>(y * pitch) * step;
    for (let x = 0; x < width; x++) {
      for (let c: usize = 0; c < step; c += 16) {
        const k = coefficients + c;
        const line = multiplyAdd(v128.load(z + c), v128.load(k + step), v128.load(k + 2 * step));
        v128.store(to + c, multiplyAdd(v128.load(gradient + c), v128.load(k), line));
      }
      gradient += step;
      z += step;
      to += step;
    }
  }
}

// @ts-ignore: decorator
@inline
function storeFour(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  v128.store(to, d, 48);
}
