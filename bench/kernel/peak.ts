// The most this machine can do in plain SIMD: multiplications and additions on registers alone.

/** 14 operations on 4 lanes per round, as many independent chains as there are registers for. */
export function peak(rounds: i32): f32 {
  const x = f32x4.splat(0.9999999),
    y = f32x4.splat(1e-9);
  let a = f32x4.splat(1),
    b = a,
    c = a,
    d = a,
    e = a,
    f = a,
    g = a;
  let s = f32x4.splat(0),
    t = s,
    u = s,
    v = s,
    w = s,
    q = s,
    r = s;
  for (let i: i32 = 0; i < rounds; i++) {
    a = f32x4.mul(a, x);
    s = f32x4.add(s, y);
    b = f32x4.mul(b, x);
    t = f32x4.add(t, y);
    c = f32x4.mul(c, x);
    u = f32x4.add(u, y);
    d = f32x4.mul(d, x);
    v = f32x4.add(v, y);
    e = f32x4.mul(e, x);
    w = f32x4.add(w, y);
    f = f32x4.mul(f, x);
    q = f32x4.add(q, y);
    g = f32x4.mul(g, x);
    r = f32x4.add(r, y);
  }
  const sum = f32x4.add(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)), f32x4.add(f32x4.add(e, f), g));
  const more = f32x4.add(
    f32x4.add(f32x4.add(s, t), f32x4.add(u, v)),
    f32x4.add(f32x4.add(w, q), r),
  );
  return f32x4.extract_lane(f32x4.add(sum, more), 0);
}
