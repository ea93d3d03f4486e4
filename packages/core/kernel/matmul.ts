// C[m × n] (+)= A[m × k] · B[k × n], n a multiple of 8, in tiles of 4 rows × 8 columns.
//
// One routine serves the forward pass (A = activations), the gradient by the inputs (B = weights
// transposed) and the gradient by the weights (A read with its strides swapped): A's element (i, k)
// lies at a + i·aRow + k·aStep, all in bytes. A tile keeps 8 accumulators in registers; per step it
// loads 2 vectors of B and splats 4 numbers of A for 8 multiplications and 8 additions. Products are
// added in the order of k, so the bytes depend on the shapes alone. Plain SIMD, no FMA: measured,
// FMA gains this size nothing and would change the bytes between machines.

/** What happens to a finished tile before it is stored. */
export const STORE: i32 = 0;
/** max(0, ·): the ReLU of a hidden layer. */
export const RELU: i32 = 1;
/** Zero where the mask (same layout as C) is not positive: the ReLU's gradient. */
export const MASK: i32 = 2;

@inline
function finish(value: v128, epilogue: i32, mask: usize): v128 {
  if (epilogue == RELU) return f32x4.max(value, f32x4.splat(0));
  if (epilogue == MASK) return v128.and(value, f32x4.gt(v128.load(mask), f32x4.splat(0)));
  return value;
}

@inline
export function matmul(
  a: usize, aRow: usize, aStep: usize,
  b: usize, bRow: usize,
  c: usize, cRow: usize,
  m: i32, n: i32, k: i32,
  accumulate: bool, epilogue: i32, mask: usize,
): void {
  let i: i32 = 0;
  for (; i + 4 <= m; i += 4) {
    const a0 = a + <usize>i * aRow;
    const c0 = c + <usize>i * cRow;
    const m0 = mask + <usize>i * cRow;
    for (let j: i32 = 0; j < n; j += 8) {
      const offset = <usize>j << 2;
      const p0 = c0 + offset, p1 = p0 + cRow, p2 = p1 + cRow, p3 = p2 + cRow;
      let s00: v128, s01: v128, s10: v128, s11: v128, s20: v128, s21: v128, s30: v128, s31: v128;
      if (accumulate) {
        s00 = v128.load(p0); s01 = v128.load(p0, 16);
        s10 = v128.load(p1); s11 = v128.load(p1, 16);
        s20 = v128.load(p2); s21 = v128.load(p2, 16);
        s30 = v128.load(p3); s31 = v128.load(p3, 16);
      } else {
        s00 = f32x4.splat(0); s01 = s00; s10 = s00; s11 = s00; s20 = s00; s21 = s00; s30 = s00; s31 = s00;
      }
      let x0 = a0, x1 = a0 + aRow, x2 = x1 + aRow, x3 = x2 + aRow;
      let w = b + offset;
      for (let t: i32 = 0; t < k; t++) {
        const w0 = v128.load(w), w1 = v128.load(w, 16);
        let x = v128.load_splat<f32>(x0);
        s00 = f32x4.add(s00, f32x4.mul(x, w0)); s01 = f32x4.add(s01, f32x4.mul(x, w1));
        x = v128.load_splat<f32>(x1);
        s10 = f32x4.add(s10, f32x4.mul(x, w0)); s11 = f32x4.add(s11, f32x4.mul(x, w1));
        x = v128.load_splat<f32>(x2);
        s20 = f32x4.add(s20, f32x4.mul(x, w0)); s21 = f32x4.add(s21, f32x4.mul(x, w1));
        x = v128.load_splat<f32>(x3);
        s30 = f32x4.add(s30, f32x4.mul(x, w0)); s31 = f32x4.add(s31, f32x4.mul(x, w1));
        x0 += aStep; x1 += aStep; x2 += aStep; x3 += aStep; w += bRow;
      }
      const q0 = m0 + offset, q1 = q0 + cRow, q2 = q1 + cRow, q3 = q2 + cRow;
      v128.store(p0, finish(s00, epilogue, q0)); v128.store(p0, finish(s01, epilogue, q0 + 16), 16);
      v128.store(p1, finish(s10, epilogue, q1)); v128.store(p1, finish(s11, epilogue, q1 + 16), 16);
      v128.store(p2, finish(s20, epilogue, q2)); v128.store(p2, finish(s21, epilogue, q2 + 16), 16);
      v128.store(p3, finish(s30, epilogue, q3)); v128.store(p3, finish(s31, epilogue, q3 + 16), 16);
    }
  }
  // The last one to three rows of a short batch, and a single decision.
  for (; i < m; i++) {
    const c0 = c + <usize>i * cRow;
    const m0 = mask + <usize>i * cRow;
    for (let j: i32 = 0; j < n; j += 8) {
      const offset = <usize>j << 2;
      const p0 = c0 + offset;
      let s0 = accumulate ? v128.load(p0) : f32x4.splat(0);
      let s1 = accumulate ? v128.load(p0, 16) : f32x4.splat(0);
      let x0 = a + <usize>i * aRow;
      let w = b + offset;
      for (let t: i32 = 0; t < k; t++) {
        const x = v128.load_splat<f32>(x0);
        s0 = f32x4.add(s0, f32x4.mul(x, v128.load(w)));
        s1 = f32x4.add(s1, f32x4.mul(x, v128.load(w, 16)));
        x0 += aStep; w += bRow;
      }
      const q0 = m0 + offset;
      v128.store(p0, finish(s0, epilogue, q0)); v128.store(p0, finish(s1, epilogue, q0 + 16), 16);
    }
  }
}
