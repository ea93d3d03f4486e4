/**
 * Columns side by side, row by row. `columns` lists where the columns of floats begin.
 * Four rows of four columns are turned at once.
 */
export function interleave(columns: u32, width: u32, rows: u32, target: u32): void {
  const stride = 4 * width;
  const whole = rows & ~3;
  for (let row: u32 = 0; row < whole; row += 4) {
    const to = target + row * stride;
    let k: u32 = 0;
    for (; k + 4 <= width; k += 4) {
      const a = v128.load(load<u32>(columns + 4 * k) + 4 * row);
      const b = v128.load(load<u32>(columns + 4 * k + 4) + 4 * row);
      const c = v128.load(load<u32>(columns + 4 * k + 8) + 4 * row);
      const d = v128.load(load<u32>(columns + 4 * k + 12) + 4 * row);
      const ab = i32x4.shuffle(a, b, 0, 4, 1, 5);
      const cd = i32x4.shuffle(c, d, 0, 4, 1, 5);
      const abEnd = i32x4.shuffle(a, b, 2, 6, 3, 7);
      const cdEnd = i32x4.shuffle(c, d, 2, 6, 3, 7);
      const place = to + 4 * k;
      v128.store(place, i64x2.shuffle(ab, cd, 0, 2));
      v128.store(place + stride, i64x2.shuffle(ab, cd, 1, 3));
      v128.store(place + 2 * stride, i64x2.shuffle(abEnd, cdEnd, 0, 2));
      v128.store(place + 3 * stride, i64x2.shuffle(abEnd, cdEnd, 1, 3));
    }
    for (; k < width; k++) {
      const column = load<u32>(columns + 4 * k) + 4 * row;
      const place = to + 4 * k;
      store<u32>(place, load<u32>(column));
      store<u32>(place + stride, load<u32>(column + 4));
      store<u32>(place + 2 * stride, load<u32>(column + 8));
      store<u32>(place + 3 * stride, load<u32>(column + 12));
    }
  }
  for (let row = whole; row < rows; row++) {
    for (let k: u32 = 0; k < width; k++) {
      store<u32>(target + row * stride + 4 * k, load<u32>(load<u32>(columns + 4 * k) + 4 * row));
    }
  }
}
