// The `paper` features of a row of probabilities: entropy, the largest probabilities in falling
// order, and the predicted class. The logarithm is a float32 polynomial on four lanes.

const LN2: f32 = 0.693147180559945;

/** log of four positive floats: exponent and mantissa apart, atanh series in s = (m − 1)/(m + 1). */
@inline
export function log4(x: v128): v128 {
  // Halving the mantissa range around 1: subtract the bits of √½, so that m lies in [√½, √2).
  const shifted = i32x4.sub(x, i32x4.splat(0x3f3504f3));
  const k = f32x4.convert_i32x4_s(i32x4.shr_s(shifted, 23));
  const m = i32x4.add(v128.and(shifted, i32x4.splat(0x007fffff)), i32x4.splat(0x3f3504f3));
  const f = f32x4.sub(m, f32x4.splat(1));
  const s = f32x4.div(f, f32x4.add(f32x4.splat(2), f));
  const z = f32x4.mul(s, s);
  let sum = f32x4.mul(z, f32x4.splat(1.0 / 9.0));
  sum = f32x4.mul(z, f32x4.add(sum, f32x4.splat(1.0 / 7.0)));
  sum = f32x4.mul(z, f32x4.add(sum, f32x4.splat(1.0 / 5.0)));
  sum = f32x4.mul(z, f32x4.add(sum, f32x4.splat(1.0 / 3.0)));
  const nearOne = f32x4.sub(f, f32x4.mul(s, f32x4.sub(f, f32x4.mul(f32x4.splat(2), sum))));
  return f32x4.add(nearOne, f32x4.mul(k, f32x4.splat(LN2)));
}

// p·log p with 0·log 0 = 0: probabilities are floored at the smallest normal float for the log only.
@inline
function plogp(p: v128): v128 {
  return f32x4.mul(p, log4(f32x4.max(p, f32x4.splat(1.17549435e-38))));
}

/** Minus the sum of p·log p over a row, four classes at a time. */
@inline
function entropyOf(p: usize, whole: i32, keep: v128): f32 {
  let sum = f32x4.splat(0);
  for (let c: i32 = 0; c < whole; c += 4) sum = f32x4.add(sum, plogp(v128.load(p + (<usize>c << 2))));
  sum = f32x4.add(sum, plogp(v128.and(v128.load(p + (<usize>whole << 2)), keep)));
  return -(f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3));
}

/** The largest probabilities of four rows so far, falling, a vector each (`top` is at most 10). */
const LARGEST: usize = memory.data(16 * 10, 16);

/** One more class of four rows joins their lists; of equal values the earlier stays first. */
@inline
function insert(value: v128, held: i32, top: i32): void {
  for (let slot: i32 = 0; slot < held; slot++) {
    const at = LARGEST + (<usize>slot << 4);
    const here = v128.load(at);
    v128.store(at, f32x4.pmax(here, value));
    value = f32x4.pmin(value, here);
  }
  if (held < top) v128.store(LARGEST + (<usize>held << 4), value);
}

/** One number of four rows, each to its place. */
@inline
function scatter(value: v128, out0: usize, out1: usize, out2: usize, out3: usize, at: usize): void {
  v128.store_lane<u32>(out0 + at, value, 0);
  v128.store_lane<u32>(out1 + at, value, 1);
  v128.store_lane<u32>(out2 + at, value, 2);
  v128.store_lane<u32>(out3 + at, value, 3);
}

/**
 * For each of `count` rows of `classes` probabilities (whose buffer is readable 16 bytes past its
 * end): entropy, then the `top` largest, at out + row·stride; the predicted class as an integer at
 * `classAt`. All offsets in bytes.
 *
 * Sorted four rows at a time, a lane each: then hardly a branch depends on a probability. Sorting
 * row by row spends most of its time on branches that were guessed wrong.
 */
export function features(p: usize, count: i32, classes: i32, top: i32, out: usize, stride: usize, classAt: usize): void {
  const size = <usize>classes << 2;
  const whole = classes & ~3;
  // Lanes past the last class are cleared before they count.
  const keep = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(classes - whole));
  for (let row: i32 = 0; row < count; row += 4) {
    // Past the end the last row stands in: its numbers are then written more than once.
    const left = count - 1 - row;
    const second = <usize>min(1, left);
    const third = <usize>min(2, left);
    const fourth = <usize>min(3, left);
    const p1 = p + second * size;
    const p2 = p + third * size;
    const p3 = p + fourth * size;
    let most = f32x4.splat(-1);
    let best = i32x4.splat(0);
    for (let c: i32 = 0; c < classes; c++) {
      const at = <usize>c << 2;
      let value = v128.load32_zero(p + at);
      value = v128.load_lane<u32>(p1 + at, value, 1);
      value = v128.load_lane<u32>(p2 + at, value, 2);
      value = v128.load_lane<u32>(p3 + at, value, 3);
      best = v128.bitselect(i32x4.splat(c), best, f32x4.gt(value, most));
      most = f32x4.pmax(most, value);
      // A row by itself can leave out most of its classes; of four, one nearly always needs it.
      if (left == 0 && c >= top && !v128.any_true(f32x4.gt(value, v128.load(LARGEST + (<usize>(top - 1) << 4))))) continue;
      insert(value, min(c, top), top);
    }
    const out1 = out + second * stride;
    const out2 = out + third * stride;
    const out3 = out + fourth * stride;
    for (let k: i32 = 0; k < top; k++)
      scatter(v128.load(LARGEST + (<usize>k << 4)), out, out1, out2, out3, 4 + (<usize>k << 2));
    scatter(best, out, out1, out2, out3, classAt);
    for (let i: i32 = 0; i <= min(3, left); i++)
      store<f32>(out + <usize>i * stride, entropyOf(p + <usize>i * size, whole, keep));
    p += 4 * size;
    out += 4 * stride;
  }
}
