// out[j] = finish(start[j] + Σ x[i] · matrix[i][j]) in doubles, for one row: the passes of an
// explanation (src/scorer/gradient.ts). `width` is a multiple of 8. Products are added in the order of i.

/** max(0, ·) */
const RELU: i32 = 1;
/** Zero where the number at `mask` is not positive. */
const MASK: i32 = 2;

export function product(
  x: usize, count: i32, matrix: usize, start: usize, out: usize, width: i32, finish: i32, mask: usize,
): void {
  const row = (<usize>width) << 3;
  const zero = f64x2.splat(0);
  for (let j: usize = 0; j < row; j += 64) {
    let a = v128.load(start + j), b = v128.load(start + j, 16);
    let c = v128.load(start + j, 32), d = v128.load(start + j, 48);
    let weights = matrix + j;
    for (let i: i32 = 0; i < count; i++) {
      const value = v128.load_splat<f64>(x + ((<usize>i) << 3));
      a = f64x2.add(a, f64x2.mul(value, v128.load(weights)));
      b = f64x2.add(b, f64x2.mul(value, v128.load(weights, 16)));
      c = f64x2.add(c, f64x2.mul(value, v128.load(weights, 32)));
      d = f64x2.add(d, f64x2.mul(value, v128.load(weights, 48)));
      weights += row;
    }
    if (finish == RELU) {
      // pmax(0, ·) makes 0 of what is no number, as the plain twin does.
      a = f64x2.pmax(zero, a); b = f64x2.pmax(zero, b); c = f64x2.pmax(zero, c); d = f64x2.pmax(zero, d);
    } else if (finish == MASK) {
      a = v128.and(a, f64x2.gt(v128.load(mask + j), zero));
      b = v128.and(b, f64x2.gt(v128.load(mask + j, 16), zero));
      c = v128.and(c, f64x2.gt(v128.load(mask + j, 32), zero));
      d = v128.and(d, f64x2.gt(v128.load(mask + j, 48), zero));
    }
    v128.store(out + j, a); v128.store(out + j, b, 16);
    v128.store(out + j, c, 32); v128.store(out + j, d, 48);
  }
}
