// The three numbers of a calibrated row (src/probabilities/calibration.ts is the plain twin):
// q = softmax(slope · log max(p, floor) + bias), then q at the model's own answer, log(1 − q) and
// the entropy of q, each brought to mean 0 and deviation 1.

import { log4 } from './features';

const FLOOR: f32 = 1e-6;
const LEAST_DOUBT: f32 = -16.118095650958319; // log 1e-7

/** exp of four floats at or below 0: x = k·ln 2 + r, a polynomial of r, the exponent put in as bits. */
@inline
function exp4(x: v128): v128 {
  const bounded = f32x4.max(x, f32x4.splat(-87));
  const k = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(1.44269504)));
  let r = f32x4.sub(bounded, f32x4.mul(k, f32x4.splat(0.693359375)));
  r = f32x4.add(r, f32x4.mul(k, f32x4.splat(2.12194440e-4)));
  let sum = f32x4.splat(1.0 / 5040.0);
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 720.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 120.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 24.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 6.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(0.5));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1));
  const bits = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(k), i32x4.splat(127)), 23);
  // Lanes of classes that don't exist stand at −∞ and must count nothing.
  const counts = f32x4.gt(x, f32x4.splat(-87));
  return v128.and(f32x4.mul(sum, bits), counts);
}

@inline
function largestOf(v: v128): f32 {
  return max(
    max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}

@inline
function sumOf(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

/**
 * `parameters`: slope, then mean and deviation of each number, a gap, then the biases padded to a
 * multiple of four with −1e30; `scratch` holds as many floats as there are biases. The model's
 * answer stands as an integer at `answerAt` of each record, the numbers go to `at`. Offsets in bytes.
 */
export function calibrated(
  p: usize, count: i32, classes: i32, parameters: usize, scratch: usize,
  out: usize, stride: usize, answerAt: usize, at: usize,
): void {
  const slope = f32x4.splat(load<f32>(parameters));
  const biases = parameters + 32;
  const padded = (classes + 3) & ~3;
  for (let row: i32 = 0; row < count; row++) {
    let top4 = f32x4.splat(-1e30);
    for (let c: i32 = 0; c < padded; c += 4) {
      const here = <usize>c << 2;
      const logs = log4(f32x4.max(v128.load(p + here), f32x4.splat(FLOOR)));
      const z = f32x4.add(f32x4.mul(slope, logs), v128.load(biases + here));
      v128.store(scratch + here, z);
      top4 = f32x4.max(top4, z);
    }
    const top = f32x4.splat(largestOf(top4));
    let sum4 = f32x4.splat(0);
    let weighted4 = f32x4.splat(0);
    for (let c: i32 = 0; c < padded; c += 4) {
      const here = <usize>c << 2;
      const z = f32x4.sub(v128.load(scratch + here), top);
      const e = exp4(z);
      v128.store(scratch + here, e);
      sum4 = f32x4.add(sum4, e);
      weighted4 = f32x4.add(weighted4, f32x4.mul(e, f32x4.max(z, f32x4.splat(-87))));
    }
    const sum = sumOf(sum4);
    // The doubt is the sum of the others, not the whole minus the answer: there it would be lost.
    const place = scratch + (<usize>load<i32>(out + answerAt) << 2);
    const own = load<f32>(place);
    store<f32>(place, 0);
    let others4 = f32x4.splat(0);
    for (let c: i32 = 0; c < padded; c += 4) others4 = f32x4.add(others4, v128.load(scratch + (<usize>c << 2)));
    const logs = log4(f32x4(max<f32>(sumOf(others4) / sum, 1.17549435e-38), sum, 1, 1));
    write(out + at, parameters + 4, own / sum);
    write(out + at + 4, parameters + 12, max(LEAST_DOUBT, f32x4.extract_lane(logs, 0)));
    write(out + at + 8, parameters + 20, f32x4.extract_lane(logs, 1) - sumOf(weighted4) / sum);
    p += <usize>classes << 2;
    out += stride;
  }
}

@inline
function write(to: usize, scale: usize, value: f32): void {
  store<f32>(to, (value - load<f32>(scale)) / load<f32>(scale + 4));
}
