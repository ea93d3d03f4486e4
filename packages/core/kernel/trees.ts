// What growing a tree spends its time on (src/trees/grow.ts is the plain twin, to the last bit).
// A bin is 24 bytes: the sums of gradient and curvature as two float64, the rows as an integer.
// Codes stand row by row, so that one row's sums go to as many different bins as there are inputs
// and no addition waits for the one before.

const BIN: usize = 24;

/** Adds the rows order[from … to) to their bins. `starts`: where each input's bins begin, in bytes. */
export function addRows(
  codes: usize,
  inputs: i32,
  starts: usize,
  slopes: usize,
  order: usize,
  from: i32,
  to: i32,
  sums: usize,
): void {
  for (let k: i32 = from; k < to; k++) {
    const row = <usize>load<u32>(order + ((<usize>k) << 2));
    const both = v128.load(slopes + (row << 4));
    const own = codes + row * <usize>inputs;
    for (let j: usize = 0; j < <usize>inputs; j++) {
      const at = sums + <usize>load<u32>(starts + (j << 2)) + <usize>load<u8>(own + j) * BIN;
      v128.store(at, f64x2.add(v128.load(at), both));
      store<i32>(at, load<i32>(at, 16) + 1, 16);
    }
  }
}

/** large −= small, bin by bin. */
export function subtract(large: usize, small: usize, bytes: i32): void {
  for (let at: usize = 0; at < <usize>bytes; at += BIN) {
    v128.store(large + at, f64x2.sub(v128.load(large + at), v128.load(small + at)));
    store<i32>(large + at, load<i32>(large + at, 16) - load<i32>(small + at, 16), 16);
  }
}

/**
 * The cut that gains most, into `out`: gain (0 for none), the leaf's step, input and cut. `starts`
 * has one entry more than there are inputs: where the last one's bins end.
 */
export function bestCut(
  sums: usize,
  starts: usize,
  inputs: i32,
  rows: i32,
  leastRows: i32,
  penalty: f64,
  leastGain: f64,
  out: usize,
): void {
  let whole = f64x2.splat(0);
  const first = <usize>load<u32>(starts, 4);
  for (let at: usize = 0; at < first; at += BIN) whole = f64x2.add(whole, v128.load(sums + at));
  const g = f64x2.extract_lane(whole, 0);
  const h = f64x2.extract_lane(whole, 1);
  store<f64>(out, 0);
  store<f64>(out, -g / (h + penalty), 8);
  if (rows < 2 * leastRows) return;
  const before = (g * g) / (h + penalty);
  const penalties = f64x2.splat(penalty);
  let best = leastGain;
  for (let j: i32 = 0; j < inputs; j++) {
    const start = <usize>load<u32>(starts + ((<usize>j) << 2));
    const end = <usize>load<u32>(starts + ((<usize>j) << 2), 4) - BIN; // behind the last is no cut
    let left = f64x2.splat(0);
    let below: i32 = 0;
    for (let at = start; at < end; at += BIN) {
      left = f64x2.add(left, v128.load(sums + at));
      const own = load<i32>(sums + at, 16);
      if (own == 0) continue;
      below += own;
      if (below < leastRows) continue;
      if (rows - below < leastRows) break;
      const right = f64x2.sub(whole, left);
      // Both sides' gradients and both sides' curvatures side by side.
      const gs = v128.shuffle<f64>(left, right, 0, 2);
      const hs = f64x2.add(v128.shuffle<f64>(left, right, 1, 3), penalties);
      const scores = f64x2.div(f64x2.mul(gs, gs), hs);
      const gain = f64x2.extract_lane(scores, 0) + f64x2.extract_lane(scores, 1) - before;
      if (gain > best) {
        best = gain;
        store<f64>(out, gain);
        store<i32>(out, j, 16);
        store<i32>(out, <i32>((at - start) / BIN), 20);
      }
    }
  }
}

/** Rows with a code up to the cut come first; their order stays. Returns where the others begin. */
export function partition(
  codes: usize,
  inputs: i32,
  order: usize,
  from: i32,
  to: i32,
  input: i32,
  cut: i32,
  scratch: usize,
): i32 {
  let at = order + ((<usize>from) << 2);
  let right = scratch;
  const end = order + ((<usize>to) << 2);
  for (let k = at; k < end; k += 4) {
    const row = load<u32>(k);
    const isLeft = <i32>load<u8>(codes + <usize>row * <usize>inputs + <usize>input) <= cut;
    // Both are written and one is kept: a branch would be guessed wrong half of the time.
    store<u32>(at, row);
    store<u32>(right, row);
    at += isLeft ? 4 : 0;
    right += isLeft ? 0 : 4;
  }
  memory.copy(at, scratch, right - scratch);
  return <i32>((at - order) >> 2);
}
