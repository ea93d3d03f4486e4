// C[m × n] = epilogue(start + A[m × k] · B[k × n]), n a multiple of 8, in tiles of 4 rows × 8 columns.
//
// One routine serves the forward pass (A = activations), the gradient by the inputs (B = weights
// transposed) and the gradient by the weights (A read with its strides swapped): A's element (i, k)
// lies at a + i·aRow + k·aStep, all in bytes. A tile keeps 8 accumulators in registers; per step it
// loads 2 vectors of B and splats 4 numbers of A for 8 multiplications and 8 additions. That is the
// largest tile that fits: V8 puts the 6 loads of a step first and has 15 registers. For the same
// reason nothing is unrolled by hand (measured: a third slower, the loads spill); V8 unrolls itself.
//
// Products are added in the order of k, so the bytes depend on the shapes alone. Plain SIMD, no FMA:
// it would change the bytes between machines.

/**
 * How far apart A's rows lie, as a type: a distance known at compile time stands inside the load
 * instructions, which saves an addition per row and step (a tenth of the time).
 */
@unmanaged export class Floats1 { a: f32; }
@unmanaged export class Floats16 { a: v128; b: v128; c: v128; d: v128; }
@unmanaged export class Floats64 {
  a: v128; b: v128; c: v128; d: v128; e: v128; f: v128; g: v128; h: v128;
  i: v128; j: v128; k: v128; l: v128; m: v128; n: v128; o: v128; p: v128;
}
/** Known at run time only. */
@unmanaged export class AnyFloats {}

/** What a tile starts from. */
export const ZERO: i32 = 0;
/** C itself: the product is added to it. */
export const SUM: i32 = 1;
/** The same row (a bias) for every row of C. */
export const BIAS: i32 = 2;
/** Of the table at `start`, the row whose index stands in the record, `classAt` bytes after A's row. */
export const CLASS: i32 = 3;

/** What happens to a finished tile before it is stored. */
export const STORE: i32 = 0;
/** max(0, ·): the ReLU of a hidden layer. */
export const RELU: i32 = 1;
/** Zero where C was not positive before: the ReLU's gradient, in place of the activation. */
export const MASK: i32 = 2;

@inline
function finish(value: v128, epilogue: i32, before: usize): v128 {
  if (epilogue == RELU) return f32x4.max(value, f32x4.splat(0));
  if (epilogue == MASK) return v128.and(value, f32x4.gt(v128.load(before), f32x4.splat(0)));
  return value;
}

/** Where row i of C starts from, at column 0. */
@inline
function startOf(begin: i32, start: usize, a: usize, classAt: usize, c: usize, cRow: usize): usize {
  if (begin == CLASS) return start + <usize>load<i32>(a + classAt) * cRow;
  return begin == SUM ? c : start;
}

@inline
function first(begin: i32, from: usize): v128 {
  return begin == ZERO ? f32x4.splat(0) : v128.load(from);
}

@inline
export function matmul<Row>(
  a: usize, aRow: usize, aStep: usize,
  b: usize, bRow: usize,
  c: usize, cRow: usize,
  m: i32, n: i32, k: i32,
  begin: i32, start: usize, classAt: usize, epilogue: i32,
): void {
  const columns = <usize>n << 2;
  const length = <usize>k * aStep;
  for (; m >= 4; m -= 4) {
    const end = a + length;
    const c1 = c + cRow, c2 = c1 + cRow, c3 = c2 + cRow;
    const f0 = startOf(begin, start, a, classAt, c, cRow);
    const f1 = startOf(begin, start, a + aRow, classAt, c1, cRow);
    const f2 = startOf(begin, start, a + 2 * aRow, classAt, c2, cRow);
    const f3 = startOf(begin, start, a + 3 * aRow, classAt, c3, cRow);
    for (let j: usize = 0; j < columns; j += 32) {
      let s00 = first(begin, f0 + j), s01 = first(begin, f0 + j + 16);
      let s10 = first(begin, f1 + j), s11 = first(begin, f1 + j + 16);
      let s20 = first(begin, f2 + j), s21 = first(begin, f2 + j + 16);
      let s30 = first(begin, f3 + j), s31 = first(begin, f3 + j + 16);
      let x = a;
      let w = b + j;
      do {
        const w0 = v128.load(w), w1 = v128.load(w, 16);
        const x0 = v128.load_splat<f32>(x);
        let x1: v128, x2: v128, x3: v128;
        if (offsetof<Row>() > 0) {
          x1 = v128.load_splat<f32>(x, offsetof<Row>());
          x2 = v128.load_splat<f32>(x, 2 * offsetof<Row>());
          x3 = v128.load_splat<f32>(x, 3 * offsetof<Row>());
        } else {
          x1 = v128.load_splat<f32>(x + aRow);
          x2 = v128.load_splat<f32>(x + 2 * aRow);
          x3 = v128.load_splat<f32>(x + 3 * aRow);
        }
        s00 = f32x4.add(s00, f32x4.mul(x0, w0)); s01 = f32x4.add(s01, f32x4.mul(x0, w1));
        s10 = f32x4.add(s10, f32x4.mul(x1, w0)); s11 = f32x4.add(s11, f32x4.mul(x1, w1));
        s20 = f32x4.add(s20, f32x4.mul(x2, w0)); s21 = f32x4.add(s21, f32x4.mul(x2, w1));
        s30 = f32x4.add(s30, f32x4.mul(x3, w0)); s31 = f32x4.add(s31, f32x4.mul(x3, w1));
        x += aStep; w += bRow;
      } while (x < end);
      const p0 = c + j, p1 = c1 + j, p2 = c2 + j, p3 = c3 + j;
      v128.store(p0, finish(s00, epilogue, p0)); v128.store(p0, finish(s01, epilogue, p0 + 16), 16);
      v128.store(p1, finish(s10, epilogue, p1)); v128.store(p1, finish(s11, epilogue, p1 + 16), 16);
      v128.store(p2, finish(s20, epilogue, p2)); v128.store(p2, finish(s21, epilogue, p2 + 16), 16);
      v128.store(p3, finish(s30, epilogue, p3)); v128.store(p3, finish(s31, epilogue, p3 + 16), 16);
    }
    a += 4 * aRow;
    c += 4 * cRow;
  }
  // The last one to three rows of a short batch, and a single decision.
  for (; m > 0; m--) {
    const f0 = startOf(begin, start, a, classAt, c, cRow);
    const end = a + length;
    for (let j: usize = 0; j < columns; j += 32) {
      let s0 = first(begin, f0 + j), s1 = first(begin, f0 + j + 16);
      let x = a;
      let w = b + j;
      do {
        const x0 = v128.load_splat<f32>(x);
        s0 = f32x4.add(s0, f32x4.mul(x0, v128.load(w)));
        s1 = f32x4.add(s1, f32x4.mul(x0, v128.load(w, 16)));
        x += aStep; w += bRow;
      } while (x < end);
      const p0 = c + j;
      v128.store(p0, finish(s0, epilogue, p0)); v128.store(p0, finish(s1, epilogue, p0 + 16), 16);
    }
    a += aRow;
    c += cRow;
  }
}
