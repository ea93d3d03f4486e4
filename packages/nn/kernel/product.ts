// Matrix products, the one inner loop every convolution here ends in.
// A tile of 4 rows × 8 columns keeps its 8 sums in registers: with latency 4 and two multiply-adds a
// cycle, 8 independent sums are what keeps the unit busy. V8 emits every load of a basic block
// before its multiply-adds: 8 sums and 6 loaded vectors fit the 15 registers it gives out, 12 sums
// (6 × 8) don't, and the spills halve the speed (27 against 53 GFLOP/s, measured).
import { multiplyAdd } from './fused';

/** c[r][n] = Σ_k a[r][k] · b[k][n]; width is a multiple of 8. */
export function product(a: usize, b: usize, c: usize, rows: i32, width: i32, depth: i32): void {
  const stride = (<usize>depth) << 2;
  const wide = (<usize>width) << 2;
  for (let n: usize = 0; n < wide; n += 32) {
    let ar = a;
    let cr = c + n;
    let r = 0;
    for (; r + 4 <= rows; r += 4) {
      fourRows(ar, stride, b + n, wide, cr, depth);
      ar += stride << 2;
      cr += wide << 2;
    }
    for (; r < rows; r++) {
      oneRow(ar, b + n, wide, cr, depth);
      ar += stride;
      cr += wide;
    }
  }
}

/**
 * c[r][n] += Σ_k a[k][r] · b[k][n]; width is a multiple of 8, and there are at least 4 rows. Where
 * rows are left over (27 in the stem) the last tile begins early and adds only its last ones: one
 * row alone would wait for its own sums.
 */
export function addTransposedProduct(a: usize, b: usize, c: usize, rows: i32, width: i32, depth: i32): void {
  const stride = (<usize>rows) << 2;
  const wide = (<usize>width) << 2;
  for (let n: usize = 0; n < wide; n += 32) {
    let ar = a;
    let cr = c + n;
    let r = rows;
    for (; r >= 4; r -= 4) {
      addFourColumns(ar, stride, b + n, wide, cr, depth, 0);
      ar += 16;
      cr += wide << 2;
    }
    if (r > 0) {
      const known = 4 - r;
      addFourColumns(ar - (<usize>known << 2), stride, b + n, wide, cr - <usize>known * wide, depth, known);
    }
  }
}

// Four steps a turn, each ended by a test so that it is a basic block of its own (see above).
// @ts-ignore: decorator
@inline
function fourRows(a0: usize, stride: usize, b: usize, wide: usize, c: usize, depth: i32): void {
  let a1 = a0 + stride, a2 = a1 + stride, a3 = a2 + stride;
  let c0 = f32x4.splat(0), c1 = c0, c2 = c0, c3 = c0;
  let d0 = c0, d1 = c0, d2 = c0, d3 = c0;
  for (let k = depth; ; k -= 4) {
    let low = v128.load(b), high = v128.load(b, 16);
    let s = v128.load32_splat(a0);
    c0 = multiplyAdd(s, low, c0);
    d0 = multiplyAdd(s, high, d0);
    s = v128.load32_splat(a1);
    c1 = multiplyAdd(s, low, c1);
    d1 = multiplyAdd(s, high, d1);
    s = v128.load32_splat(a2);
    c2 = multiplyAdd(s, low, c2);
    d2 = multiplyAdd(s, high, d2);
    s = v128.load32_splat(a3);
    c3 = multiplyAdd(s, low, c3);
    d3 = multiplyAdd(s, high, d3);
    b += wide;
    if (k == 1) break;
    low = v128.load(b);
    high = v128.load(b, 16);
    s = v128.load32_splat(a0, 4);
    c0 = multiplyAdd(s, low, c0);
    d0 = multiplyAdd(s, high, d0);
    s = v128.load32_splat(a1, 4);
    c1 = multiplyAdd(s, low, c1);
    d1 = multiplyAdd(s, high, d1);
    s = v128.load32_splat(a2, 4);
    c2 = multiplyAdd(s, low, c2);
    d2 = multiplyAdd(s, high, d2);
    s = v128.load32_splat(a3, 4);
    c3 = multiplyAdd(s, low, c3);
    d3 = multiplyAdd(s, high, d3);
    b += wide;
    if (k == 2) break;
    low = v128.load(b);
    high = v128.load(b, 16);
    s = v128.load32_splat(a0, 8);
    c0 = multiplyAdd(s, low, c0);
    d0 = multiplyAdd(s, high, d0);
    s = v128.load32_splat(a1, 8);
    c1 = multiplyAdd(s, low, c1);
    d1 = multiplyAdd(s, high, d1);
    s = v128.load32_splat(a2, 8);
    c2 = multiplyAdd(s, low, c2);
    d2 = multiplyAdd(s, high, d2);
    s = v128.load32_splat(a3, 8);
    c3 = multiplyAdd(s, low, c3);
    d3 = multiplyAdd(s, high, d3);
    b += wide;
    if (k == 3) break;
    low = v128.load(b);
    high = v128.load(b, 16);
    s = v128.load32_splat(a0, 12);
    c0 = multiplyAdd(s, low, c0);
    d0 = multiplyAdd(s, high, d0);
    s = v128.load32_splat(a1, 12);
    c1 = multiplyAdd(s, low, c1);
    d1 = multiplyAdd(s, high, d1);
    s = v128.load32_splat(a2, 12);
    c2 = multiplyAdd(s, low, c2);
    d2 = multiplyAdd(s, high, d2);
    s = v128.load32_splat(a3, 12);
    c3 = multiplyAdd(s, low, c3);
    d3 = multiplyAdd(s, high, d3);
    b += wide;
    if (k == 4) break;
    a0 += 16;
    a1 += 16;
    a2 += 16;
    a3 += 16;
  }
  store(c, c0, d0);
  store(c += wide, c1, d1);
  store(c += wide, c2, d2);
  store(c += wide, c3, d3);
}

// @ts-ignore: decorator
@inline
function addFourColumns(a: usize, stride: usize, b: usize, wide: usize, c: usize, depth: i32, known: i32): void {
  let c0 = f32x4.splat(0), c1 = c0, c2 = c0, c3 = c0;
  let d0 = c0, d1 = c0, d2 = c0, d3 = c0;
  for (let k = 0; k < depth; k++) {
    const low = v128.load(b), high = v128.load(b, 16);
    const s0 = v128.load32_splat(a);
    c0 = multiplyAdd(s0, low, c0);
    d0 = multiplyAdd(s0, high, d0);
    const s1 = v128.load32_splat(a, 4);
    c1 = multiplyAdd(s1, low, c1);
    d1 = multiplyAdd(s1, high, d1);
    const s2 = v128.load32_splat(a, 8);
    c2 = multiplyAdd(s2, low, c2);
    d2 = multiplyAdd(s2, high, d2);
    const s3 = v128.load32_splat(a, 12);
    c3 = multiplyAdd(s3, low, c3);
    d3 = multiplyAdd(s3, high, d3);
    b += wide;
    a += stride;
  }
  if (known < 1) add(c, c0, d0);
  c += wide;
  if (known < 2) add(c, c1, d1);
  c += wide;
  if (known < 3) add(c, c2, d2);
  add(c + wide, c3, d3);
}

// @ts-ignore: decorator
@inline
function oneRow(a: usize, b: usize, wide: usize, c: usize, depth: i32): void {
  let low = f32x4.splat(0), high = low;
  for (let k = 0; k < depth; k++) {
    const s = v128.load32_splat(a);
    low = multiplyAdd(s, v128.load(b), low);
    high = multiplyAdd(s, v128.load(b, 16), high);
    b += wide;
    a += 4;
  }
  store(c, low, high);
}

// @ts-ignore: decorator
@inline
function store(c: usize, low: v128, high: v128): void {
  v128.store(c, low);
  v128.store(c, high, 16);
}

// @ts-ignore: decorator
@inline
function add(c: usize, low: v128, high: v128): void {
  v128.store(c, f32x4.add(v128.load(c), low));
  v128.store(c, f32x4.add(v128.load(c, 16), high), 16);
}
