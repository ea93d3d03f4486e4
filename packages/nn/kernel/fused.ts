/** a·b + c: one rounding in the relaxed-SIMD build (a fused multiply-add), two in the plain one. */
// @ts-ignore: decorator
@inline
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** For the probe: whether this machine fuses. */
export function multiplyAddOnce(a: f32, b: f32, c: f32): f32 {
  return f32x4.extract_lane(multiplyAdd(f32x4.splat(a), f32x4.splat(b), f32x4.splat(c)), 0);
}

/** For the benchmark: `count` × 10 independent vector multiply-adds that touch no memory. */
export function multiplyAddMany(count: i32): f32 {
  const factor = f32x4.splat(0.5);
  let a = f32x4.splat(1), b = f32x4.splat(2), c = f32x4.splat(3), d = f32x4.splat(4), e = f32x4.splat(5);
  let f = f32x4.splat(6), g = f32x4.splat(7), h = f32x4.splat(8), i = f32x4.splat(9), j = f32x4.splat(10);
  for (let n = 0; n < count; n++) {
    a = multiplyAdd(a, factor, factor);
    b = multiplyAdd(b, factor, factor);
    c = multiplyAdd(c, factor, factor);
    d = multiplyAdd(d, factor, factor);
    e = multiplyAdd(e, factor, factor);
    f = multiplyAdd(f, factor, factor);
    g = multiplyAdd(g, factor, factor);
    h = multiplyAdd(h, factor, factor);
    i = multiplyAdd(i, factor, factor);
    j = multiplyAdd(j, factor, factor);
  }
  const sum = f32x4.add(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)), f32x4.add(f32x4.add(e, f), f32x4.add(g, f32x4.add(h, f32x4.add(i, j)))));
  return f32x4.extract_lane(sum, 0);
}
