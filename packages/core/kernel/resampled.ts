// 64 resamples of the same rows at once. `counts` has 64 bytes a row, one cache line: how often each
// resample drew it. Scores come as blocks of rows. Of a whole block only sums are needed, so its rows
// stand sorted by what asking gains there (`rows`: those that lose, those that don't matter, those
// that gain) and each kind is added up in bytes. Only where a rate falls inside a block are its rows
// looked at one by one in the order of their scores (`words`: the row's number, what asking gains
// plus 1 in 2 bits, and in 1 bit whether it is the last of equal scores).
//
// A row's number is its place among the counts. Rows lie there in the order of one of the score
// vectors: others mostly rank them alike, so that rows which are visited together lie together.
//
// Sums are whole numbers and so exact, whatever the order.

/** In the word of a block's end: all its rows have the same score, and may be many. */
const ONE_SCORE: u32 = 0x80000000;
/** Bytes of 64 integers. */
const LIST: usize = 256;
/** Rows whose counts of up to 255 add up in 16 bits. */
const MOST_ROWS: u32 = 256;

// Lists of 64 integers at `state`: rows drawn and gained before this block, the same inside it, how
// many drawn rows the next rate asks for (rounded up), and which rate that is.
const GAINED: usize = LIST;
const DRAWN_HERE: usize = 2 * LIST;
const GAINED_HERE: usize = 3 * LIST;
const DUE: usize = 4 * LIST;
const NEXT: usize = 5 * LIST;

/**
 * What 64 resamples gain at every rate, into `out` (rates × 64 doubles). `targets` (the same shape)
 * says how many drawn rows each hands over there, rising. `together` rows at most are added up in a byte: 255 over the
 * highest count. `state` has six lists of 64 integers, all zero but for DUE.
 */
export function gainsAtRates(
  counts: usize,
  rows: usize,
  words: usize,
  blocks: usize,
  blockCount: u32,
  together: u32,
  targets: usize,
  rates: u32,
  state: usize,
  out: usize,
): void {
  let from: u32 = 0;
  for (let block: u32 = 0; block < blockCount; block++, blocks += 12) {
    const losesUntil = load<u32>(blocks);
    const gainsFrom = load<u32>(blocks, 4);
    const word = load<u32>(blocks, 8);
    const end = word & ~ONE_SCORE;
    for (let list: usize = 0; list < 2 * LIST; list += 16)
      v128.store(state + list, i32x4.splat(0), DRAWN_HERE);
    addRows(counts, rows, from, losesUntil, together, state, -1);
    addRows(counts, rows, losesUntil, gainsFrom, together, state, 0);
    addRows(counts, rows, gainsFrom, end, together, state, 1);
    for (let world: usize = 0; world < 64; world += 4) {
      const at = state + (world << 2);
      const drawn = i32x4.add(v128.load(at), v128.load(at, DRAWN_HERE));
      if (v128.any_true(i32x4.le_s(v128.load(at, DUE), drawn))) {
        for (let each = world; each < world + 4; each++)
          lookInside(counts, words, from, end, word, targets, rates, state, each, out);
      }
      v128.store(at, drawn);
      v128.store(at, i32x4.add(v128.load(at, GAINED), v128.load(at, GAINED_HERE)), GAINED);
    }
    from = end;
  }
  // Rounding may leave the target of rate 1 a hair above the number of drawn rows.
  for (let world: usize = 0; world < 64; world++) {
    const at = state + (world << 2);
    for (let rate = load<u32>(at, NEXT); rate < rates; rate++)
      store<f64>(out + (((<usize>rate << 6) + world) << 3), <f64>load<i32>(at, GAINED));
  }
}

/** Adds rows of one kind to the sums of their block, half of the resamples at a time. */
function addRows(
  counts: usize,
  rows: usize,
  from: u32,
  to: u32,
  together: u32,
  state: usize,
  gain: i32,
): void {
  for (let part: u32 = from; part < to; part += MOST_ROWS) {
    const end = min(to, part + MOST_ROWS);
    addHalf(counts, rows, part, end, together, state, gain);
    addHalf(counts + 32, rows, part, end, together, state + 128, gain);
  }
}

function addHalf(
  counts: usize,
  rows: usize,
  from: u32,
  to: u32,
  together: u32,
  sums: usize,
  gain: i32,
): void {
  let sum0 = i16x8.splat(0);
  let sum8 = sum0;
  let sum16 = sum0;
  let sum24 = sum0;
  for (let i = from; i < to; ) {
    const until = min(to, i + together);
    let low = i8x16.splat(0);
    let high = low;
    for (; i < until; i++) {
      const line = counts + (<usize>load<u32>(rows + ((<usize>i) << 2)) << 6);
      low = i8x16.add(low, v128.load(line));
      high = i8x16.add(high, v128.load(line, 16));
    }
    sum0 = i16x8.add(sum0, i16x8.extend_low_i8x16_u(low));
    sum8 = i16x8.add(sum8, i16x8.extend_high_i8x16_u(low));
    sum16 = i16x8.add(sum16, i16x8.extend_low_i8x16_u(high));
    sum24 = i16x8.add(sum24, i16x8.extend_high_i8x16_u(high));
  }
  addEight(sums, sum0, gain);
  addEight(sums + 32, sum8, gain);
  addEight(sums + 64, sum16, gain);
  addEight(sums + 96, sum24, gain);
}

// @ts-ignore: decorator
@inline
function addEight(sums: usize, drawn: v128, gain: i32): void {
  addFour(sums, i32x4.extend_low_i16x8_u(drawn), gain);
  addFour(sums + 16, i32x4.extend_high_i16x8_u(drawn), gain);
}

// @ts-ignore: decorator
@inline
function addFour(sums: usize, drawn: v128, gain: i32): void {
  v128.store(sums, i32x4.add(v128.load(sums, DRAWN_HERE), drawn), DRAWN_HERE);
  if (gain > 0) v128.store(sums, i32x4.add(v128.load(sums, GAINED_HERE), drawn), GAINED_HERE);
  if (gain < 0) v128.store(sums, i32x4.sub(v128.load(sums, GAINED_HERE), drawn), GAINED_HERE);
}

/** Every rate of one resample that falls inside this block; equal scores count in expectation. */
function lookInside(
  counts: usize,
  words: usize,
  from: u32,
  to: u32,
  word: u32,
  targets: usize,
  rates: u32,
  state: usize,
  world: usize,
  out: usize,
): void {
  const at = state + (world << 2);
  const drawnBehind = load<i32>(at) + load<i32>(at, DRAWN_HERE);
  if (load<i32>(at, DUE) > drawnBehind) return;
  let rate = load<u32>(at, NEXT);
  let place = ((<usize>rate << 6) + world) << 3;
  let target = load<f64>(targets + place);
  let passed = load<i32>(at);
  let gained = load<i32>(at, GAINED);
  let groupRows: i32 = 0;
  let groupGain: i32 = 0;
  for (let i = from; i < to && rate < rates; i++) {
    if ((word & ONE_SCORE) != 0) {
      groupRows = load<i32>(at, DRAWN_HERE);
      groupGain = load<i32>(at, GAINED_HERE);
      i = to - 1;
    } else {
      const one = load<u32>(words + ((<usize>i) << 2));
      const times = <i32>load<u8>(counts + (<usize>(one >> 3) << 6) + world);
      groupRows += times;
      groupGain += times * (<i32>((one >> 1) & 3) - 1);
      if ((one & 1) == 0) continue;
    }
    while (rate < rates && target <= <f64>(passed + groupRows)) {
      const part = groupRows > 0 ? (target - <f64>passed) / <f64>groupRows : 0;
      store<f64>(out + place, <f64>gained + part * <f64>groupGain);
      rate++;
      place += 512;
      if (rate < rates) target = load<f64>(targets + place);
    }
    passed += groupRows;
    gained += groupGain;
    groupRows = 0;
    groupGain = 0;
  }
  store<u32>(at, rate, NEXT);
  store<i32>(at, rate < rates ? <i32>Math.ceil(target) : i32.MAX_VALUE, DUE);
}

/**
 * World by world to row by row: `draws` has 64 lists of `stride` bytes (a multiple of 16), `counts`
 * gets 64 bytes a row, the rows at the places that `places` names. Returns the highest count.
 * `scratch` has 256 bytes.
 */
export function besideEachOther(
  draws: usize,
  stride: u32,
  counts: usize,
  scratch: usize,
  places: usize,
): i32 {
  let most = i8x16.splat(0);
  for (let row: usize = 0; row < <usize>stride; row += 16) {
    for (let world: usize = 0; world < 64; world += 16) {
      const from = draws + world * <usize>stride + row;
      for (let i: usize = 0; i < 16; i++) {
        const times = v128.load(from + i * <usize>stride);
        most = i8x16.max_u(most, times);
        v128.store(scratch + (i << 4), times);
      }
      // A 16 × 16 square is turned by shuffling its first half into its second, four times.
      interleave(scratch);
      interleave(scratch);
      interleave(scratch);
      interleave(scratch);
      for (let i: usize = 0; i < 16; i++) {
        const place = <usize>load<u32>(places + ((row + i) << 2));
        v128.store(counts + (place << 6) + world, v128.load(scratch + (i << 4)));
      }
    }
  }
  let highest: i32 = 0;
  v128.store(scratch, most);
  for (let i: usize = 0; i < 16; i++) highest = max(highest, <i32>load<u8>(scratch + i));
  return highest;
}

// @ts-ignore: decorator
@inline
function interleave(square: usize): void {
  const a0 = v128.load(square), a1 = v128.load(square, 16), a2 = v128.load(square, 32), a3 = v128.load(square, 48);
  const a4 = v128.load(square, 64), a5 = v128.load(square, 80), a6 = v128.load(square, 96), a7 = v128.load(square, 112);
  pair(square, a0, v128.load(square, 128));
  const b1 = v128.load(square, 144), b2 = v128.load(square, 160), b3 = v128.load(square, 176), b4 = v128.load(square, 192);
  const b5 = v128.load(square, 208), b6 = v128.load(square, 224), b7 = v128.load(square, 240);
  pair(square + 32, a1, b1);
  pair(square + 64, a2, b2);
  pair(square + 96, a3, b3);
  pair(square + 128, a4, b4);
  pair(square + 160, a5, b5);
  pair(square + 192, a6, b6);
  pair(square + 224, a7, b7);
}

// @ts-ignore: decorator
@inline
function pair(at: usize, a: v128, b: v128): void {
  v128.store(at, i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
  v128.store(at, i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16);
}
