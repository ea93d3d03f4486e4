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
  const one = f64x2.splat(1);
  const rounding = f64x2.splat(ROUNDING);
  const whole = rows & ~3;
  for (let row: u32 = 0; row < whole; row += 4) {
    let low = f64x2.splat(0);
    let high = f64x2.splat(0);
    let top = f32x4.splat(-1);
    let best = i32x4.splat(0);
    for (let k: u32 = 0; k < width; k++) {
      const values = v128.load(load<u32>(columns + 4 * k) + 4 * row);
      const higher = f32x4.gt(values, top);
      top = f32x4.pmax(top, values);
      best = v128.bitselect(i32x4.splat(k), best, higher);
      sound = v128.and(sound, f32x4.ge(values, f32x4.splat(0)));
      low = f64x2.add(low, f64x2.promote_low_f32x4(values));
      high = f64x2.add(high, f64x2.promote_low_f32x4(i64x2.shuffle(values, values, 1, 1)));
    }
    sound = v128.and(sound, f64x2.le(f64x2.abs(f64x2.sub(low, one)), rounding));
    sound = v128.and(sound, f64x2.le(f64x2.abs(f64x2.sub(high, one)), rounding));
    v128.store64_lane(answers + 2 * row, i16x8.narrow_i32x4_s(best, best), 0);
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
