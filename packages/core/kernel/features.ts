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

/**
 * For each of `count` rows of `classes` probabilities (whose buffer is readable 12 bytes past its
 * end): entropy, then the `top` largest, at out + row·stride; the predicted class as an integer at
 * `classAt`. All offsets in bytes.
 */
export function features(p: usize, count: i32, classes: i32, top: i32, out: usize, stride: usize, classAt: usize): void {
  const whole = classes & ~3;
  const rest = classes - whole;
  // Lanes past the last class are cleared before they count.
  const keep = rest == 1 ? i32x4(-1, 0, 0, 0) : rest == 2 ? i32x4(-1, -1, 0, 0) : i32x4(-1, -1, -1, 0);
  for (let row: i32 = 0; row < count; row++) {
    let sum = f32x4.splat(0);
    for (let c: i32 = 0; c < whole; c += 4) sum = f32x4.add(sum, plogp(v128.load(p + (<usize>c << 2))));
    if (rest > 0) sum = f32x4.add(sum, plogp(v128.and(v128.load(p + (<usize>whole << 2)), keep)));
    const entropy = -(f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3));
    store<f32>(out, entropy);

    // Insertion into the falling list of the largest; most candidates fail the first comparison.
    const list = out + 4;
    let held: i32 = 0;
    let best: i32 = 0;
    let largest: f32 = -1;
    for (let c: i32 = 0; c < classes; c++) {
      const value = load<f32>(p + (<usize>c << 2));
      if (value > largest) { largest = value; best = c; }
      if (held == top && value <= load<f32>(list + (<usize>(top - 1) << 2))) continue;
      let slot = held < top ? held : top - 1;
      while (slot > 0 && load<f32>(list + (<usize>(slot - 1) << 2)) < value) {
        store<f32>(list + (<usize>slot << 2), load<f32>(list + (<usize>(slot - 1) << 2)));
        slot--;
      }
      store<f32>(list + (<usize>slot << 2), value);
      if (held < top) held++;
    }
    store<i32>(out + classAt, best);
    p += <usize>classes << 2;
    out += stride;
  }
}
