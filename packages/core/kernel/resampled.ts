// 64 resamples of the same rows at once. `counts` has 64 bytes a row, one cache line: how often each
// resample drew it. A word of `rows` is one row in the order of its score: its number, what asking
// gains there plus 1 (2 bits), and whether it is the last of equal scores (1 bit).
//
// Sums are whole numbers and so exact, whatever the order. They stay 16 bits wide inside a block,
// for which the caller keeps blocks short.

/** In the word of a block's end: all its rows have the same score, and may be many. */
const ONE_SCORE: u32 = 0x80000000;
/** Bytes of 64 integers. */
const LIST: usize = 256;

/**
 * Behind every block 64 integers for the rows drawn so far and 64 for what they gain; `out` begins
 * with those in front of the first, which are zero. `ends` says behind which row each block ends.
 * To the 64 doubles of `areas` twice the area under the gain is added. Sixteen resamples go through
 * a block at a time: the first ones bring its counts near, for all others.
 */
export function walkBlocks(
  counts: usize,
  rows: usize,
  ends: usize,
  blocks: u32,
  out: usize,
  areas: usize,
): void {
  let at: u32 = 0;
  for (let block: u32 = 0; block < blocks; block++, out += 2 * LIST) {
    const word = load<u32>(ends + ((<usize>block) << 2));
    const end = word & ~ONE_SCORE;
    for (let part: usize = 0; part < 64; part += 16) {
      if ((word & ONE_SCORE) != 0)
        walkOneScore(counts + part, rows, at, end, out + 4 * part, areas + 8 * part);
      else walkScores(counts + part, rows, at, end, out + 4 * part, areas + 8 * part);
    }
    at = end;
  }
}

// @ts-ignore: decorator
@inline
function drawn(counts: usize, word: u32): v128 {
  return v128.load(counts + ((<usize>(word >> 3)) << 6));
}

// @ts-ignore: decorator
@inline
function gain(word: u32): v128 {
  return i16x8.splat(<i16>((word >> 1) & 3) - 1);
}

function walkScores(
  counts: usize,
  rows: usize,
  from: u32,
  to: u32,
  out: usize,
  areas: usize,
): void {
  const none = i16x8.splat(0);
  let drawnLow = none;
  let drawnHigh = none;
  let gainLow = none;
  let gainHigh = none;
  let groupLow = none;
  let groupHigh = none;
  let groupGainLow = none;
  let groupGainHigh = none;
  let area0 = none;
  let area4 = none;
  let area8 = none;
  let area12 = none;
  for (let i = from; i < to; i++) {
    const word = load<u32>(rows + ((<usize>i) << 2));
    const times = drawn(counts, word);
    const worth = gain(word);
    const low = i16x8.extend_low_i8x16_u(times);
    const high = i16x8.extend_high_i8x16_u(times);
    groupLow = i16x8.add(groupLow, low);
    groupHigh = i16x8.add(groupHigh, high);
    groupGainLow = i16x8.add(groupGainLow, i16x8.mul(low, worth));
    groupGainHigh = i16x8.add(groupGainHigh, i16x8.mul(high, worth));
    if ((word & 1) == 0) continue;
    const nextLow = i16x8.add(gainLow, groupGainLow);
    const nextHigh = i16x8.add(gainHigh, groupGainHigh);
    const twiceLow = i16x8.add(gainLow, nextLow);
    const twiceHigh = i16x8.add(gainHigh, nextHigh);
    area0 = i32x4.add(area0, i32x4.extmul_low_i16x8_s(groupLow, twiceLow));
    area4 = i32x4.add(area4, i32x4.extmul_high_i16x8_s(groupLow, twiceLow));
    area8 = i32x4.add(area8, i32x4.extmul_low_i16x8_s(groupHigh, twiceHigh));
    area12 = i32x4.add(area12, i32x4.extmul_high_i16x8_s(groupHigh, twiceHigh));
    gainLow = nextLow;
    gainHigh = nextHigh;
    drawnLow = i16x8.add(drawnLow, groupLow);
    drawnHigh = i16x8.add(drawnHigh, groupHigh);
    groupLow = none;
    groupHigh = none;
    groupGainLow = none;
    groupGainHigh = none;
  }
  finishFour(
    out,
    areas,
    i32x4.extend_low_i16x8_s(drawnLow),
    i32x4.extend_low_i16x8_s(gainLow),
    area0,
  );
  finishFour(
    out + 16,
    areas + 32,
    i32x4.extend_high_i16x8_s(drawnLow),
    i32x4.extend_high_i16x8_s(gainLow),
    area4,
  );
  finishFour(
    out + 32,
    areas + 64,
    i32x4.extend_low_i16x8_s(drawnHigh),
    i32x4.extend_low_i16x8_s(gainHigh),
    area8,
  );
  finishFour(
    out + 48,
    areas + 96,
    i32x4.extend_high_i16x8_s(drawnHigh),
    i32x4.extend_high_i16x8_s(gainHigh),
    area12,
  );
}

/** Four resamples at the end of a block: what it added, and twice its area above where it began. */
// @ts-ignore: decorator
@inline
function finishFour(out: usize, areas: usize, rows: v128, gained: v128, area: v128): void {
  const before = v128.load(out, LIST);
  v128.store(out, i32x4.add(v128.load(out), rows), 2 * LIST);
  v128.store(out, i32x4.add(before, gained), 3 * LIST);
  addArea(areas, before, rows, f64x2.convert_low_i32x4_s(area));
  addArea(areas + 16, behind(before), behind(rows), f64x2.convert_low_i32x4_s(behind(area)));
}

// @ts-ignore: decorator
@inline
function behind(four: v128): v128 {
  return i64x2.shuffle(four, four, 1, 1);
}

/** Two resamples: the block's own area stands on what was gained before it. */
// @ts-ignore: decorator
@inline
function addArea(areas: usize, before: v128, rows: v128, own: v128): void {
  const twice = f64x2.convert_low_i32x4_s(i32x4.add(before, before));
  const below = f64x2.mul(twice, f64x2.convert_low_i32x4_s(rows));
  v128.store(areas, f64x2.add(v128.load(areas), f64x2.add(below, own)));
}

function walkOneScore(
  counts: usize,
  rows: usize,
  from: u32,
  to: u32,
  out: usize,
  areas: usize,
): void {
  const next = out + 2 * LIST;
  for (let four: usize = 0; four < 64; four += 16) {
    v128.store(next + four, i32x4.splat(0));
    v128.store(next + four, i32x4.splat(0), LIST);
  }
  for (let i = from; i < to; i++) {
    const word = load<u32>(rows + ((<usize>i) << 2));
    const times = drawn(counts, word);
    const worth = gain(word);
    addEight(next, i16x8.extend_low_i8x16_u(times), worth);
    addEight(next + 32, i16x8.extend_high_i8x16_u(times), worth);
  }
  for (let four: usize = 0; four < 64; four += 16, areas += 32) {
    const before = v128.load(out + four, LIST);
    const many = v128.load(next + four);
    const gained = v128.load(next + four, LIST);
    v128.store(next + four, i32x4.add(v128.load(out + four), many));
    v128.store(next + four, i32x4.add(before, gained), LIST);
    addArea(areas, before, many, product(many, gained));
    const own = product(behind(many), behind(gained));
    addArea(areas + 16, behind(before), behind(many), own);
  }
}

// @ts-ignore: decorator
@inline
function product(a: v128, b: v128): v128 {
  return f64x2.mul(f64x2.convert_low_i32x4_s(a), f64x2.convert_low_i32x4_s(b));
}

// @ts-ignore: decorator
@inline
function addEight(at: usize, times: v128, worth: v128): void {
  addFour(at, i32x4.extend_low_i16x8_s(times), i32x4.extmul_low_i16x8_s(times, worth));
  addFour(at + 16, i32x4.extend_high_i16x8_s(times), i32x4.extmul_high_i16x8_s(times, worth));
}

// @ts-ignore: decorator
@inline
function addFour(at: usize, rows: v128, gained: v128): void {
  v128.store(at, i32x4.add(v128.load(at), rows));
  v128.store(at, i32x4.add(v128.load(at, LIST), gained), LIST);
}
