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
