/** Kept equal to the rounding that the plain check lets pass. */
const ROUNDING: f64 = 1.0 / 4194304.0;

/**
 * One look at every row of columns side by side. Returns whether all hold numbers ≥ 0 that sum to 1
 * within rounding; each row is summed in doubles from its first column to its last, as the plain
 * check does it, so the verdict is the same to the bit. If it is yes, `answers` holds the class with
 * the highest number of each row, the first of equals. What is no such row is for the plain check.
 */
export function inspect(columns: u32, width: u32, rows: u32, answers: u32): bool {
  let sound = i32x4.splat(-1);
  const zero = f32x4.splat(0);
  const whole = rows & ~7;
  // Eight rows at once: the sums of four need no waiting for those of the others.
  for (let row: u32 = 0; row < whole; row += 8) {
    let sum0 = f64x2.splat(0);
    let sum2 = f64x2.splat(0);
    let sum4 = f64x2.splat(0);
    let sum6 = f64x2.splat(0);
    let top0 = f32x4.splat(-1);
    let top4 = f32x4.splat(-1);
    let best0 = i32x4.splat(0);
    let best4 = i32x4.splat(0);
    let lowest = f32x4.splat(0);
    let class_ = i32x4.splat(0);
    for (let k: u32 = 0; k < width; k++) {
      const column = load<u32>(columns + 4 * k) + 4 * row;
      const a = v128.load(column);
      const b = v128.load(column, 16);
      best0 = v128.bitselect(class_, best0, f32x4.gt(a, top0));
      best4 = v128.bitselect(class_, best4, f32x4.gt(b, top4));
      top0 = f32x4.pmax(top0, a);
      top4 = f32x4.pmax(top4, b);
      // A NaN needs no look of its own: its row's sum is none either.
      lowest = f32x4.pmin(lowest, f32x4.pmin(a, b));
      sum0 = f64x2.add(sum0, f64x2.promote_low_f32x4(a));
      sum2 = f64x2.add(sum2, f64x2.promote_low_f32x4(i64x2.shuffle(a, a, 1, 1)));
      sum4 = f64x2.add(sum4, f64x2.promote_low_f32x4(b));
      sum6 = f64x2.add(sum6, f64x2.promote_low_f32x4(i64x2.shuffle(b, b, 1, 1)));
      class_ = i32x4.add(class_, i32x4.splat(1));
    }
    sound = v128.and(sound, f32x4.ge(lowest, zero));
    sound = v128.and(sound, v128.and(isOne(sum0), isOne(sum2)));
    sound = v128.and(sound, v128.and(isOne(sum4), isOne(sum6)));
    v128.store(answers + 2 * row, i16x8.narrow_i32x4_s(best0, best4));
  }
  if (!i32x4.all_true(sound)) return false;
  for (let row = whole; row < rows; row++) {
    let sum: f64 = 0;
    let top: f32 = -1;
    let best: u32 = 0;
    for (let k: u32 = 0; k < width; k++) {
      const value = load<f32>(load<u32>(columns + 4 * k) + 4 * row);
      if (!(value >= 0)) return false;
      sum += <f64>value;
      if (value > top) {
        top = value;
        best = k;
      }
    }
    if (!(abs(sum - 1) <= ROUNDING)) return false;
    store<i16>(answers + 2 * row, <i16>best);
  }
  return true;
}

// @ts-ignore: decorator
@inline
function isOne(sums: v128): v128 {
  return f64x2.le(f64x2.abs(f64x2.sub(sums, f64x2.splat(1))), f64x2.splat(ROUNDING));
}
