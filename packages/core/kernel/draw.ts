// Rows drawn with replacement, as many as there are, counted in bytes: the resamples of a bootstrap.
// The generator and its masked draws are those of src/random/stream.ts, number for number.

/** `state`: the four words of xoshiro128**, left where the next draw goes on. */
export function drawRows(state: usize, counts: usize, rows: u32): void {
  let a = load<u32>(state);
  let b = load<u32>(state, 4);
  let c = load<u32>(state, 8);
  let d = load<u32>(state, 12);
  const mask: u32 = rows > 1 ? <u32>-1 >> clz(rows - 1) : 0;
  for (let drawn: u32 = 0; drawn < rows; ) {
    const row = (rotl<u32>(b * 5, 7) * 9) & mask;
    const cc = c ^ a;
    const dd = d ^ b;
    const bb = b ^ cc;
    a ^= dd;
    c = cc ^ (b << 9);
    d = rotl<u32>(dd, 11);
    b = bb;
    if (row >= rows) continue; // drawn again, without bias
    store<u8>(counts + row, load<u8>(counts + row) + 1);
    drawn++;
  }
  store<u32>(state, a);
  store<u32>(state, b, 4);
  store<u32>(state, c, 8);
  store<u32>(state, d, 12);
}

/** The sum of the counts whose flag (a byte each) has all bits set; `bytes` is a multiple of 16. */
export function sumFlagged(counts: usize, flags: usize, bytes: u32): u32 {
  let sums = i32x4.splat(0);
  for (let i: usize = 0; i < <usize>bytes; i += 16) {
    const counted = v128.and(v128.load(counts + i), v128.load(flags + i));
    sums = i32x4.add(
      sums,
      i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(counted)),
    );
  }
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}
