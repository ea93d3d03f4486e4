// The most that WebAssembly SIMD does here: multiplications and additions on registers alone.

/**
 * 24 operations on 4 lanes per round. 12 chains of a multiplication and an addition: fewer wait for
 * each other, more no longer fit the 15 registers that V8 hands out.
 */
export function peak(rounds: i32): f32 {
  const x = f32x4.splat(1e-9);
  let a = f32x4.splat(1),
    b = a,
    c = a,
    d = a,
    e = a,
    f = a,
    g = a,
    h = a,
    i = a,
    j = a,
    k = a,
    l = a;
  for (let round: i32 = 0; round < rounds; round++) {
    a = f32x4.add(a, f32x4.mul(a, x));
    b = f32x4.add(b, f32x4.mul(b, x));
    c = f32x4.add(c, f32x4.mul(c, x));
    d = f32x4.add(d, f32x4.mul(d, x));
    e = f32x4.add(e, f32x4.mul(e, x));
    f = f32x4.add(f, f32x4.mul(f, x));
    g = f32x4.add(g, f32x4.mul(g, x));
    h = f32x4.add(h, f32x4.mul(h, x));
    i = f32x4.add(i, f32x4.mul(i, x));
    j = f32x4.add(j, f32x4.mul(j, x));
    k = f32x4.add(k, f32x4.mul(k, x));
    l = f32x4.add(l, f32x4.mul(l, x));
  }
  const first = f32x4.add(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)), f32x4.add(e, f));
  const second = f32x4.add(f32x4.add(f32x4.add(g, h), f32x4.add(i, j)), f32x4.add(k, l));
  return f32x4.extract_lane(f32x4.add(first, second), 0);
}
