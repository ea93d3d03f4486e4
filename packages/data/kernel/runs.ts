/**
 * Parquet's hybrid of runs: repeats of one value, and groups of 8 values packed bit by bit.
 * Levels and dictionary indices come in it.
 */

let at: u32 = 0;

/** The next variable-length integer before `end`; 0, which is no run, where there is none. */
// @ts-ignore: decorator
@inline
function header(end: u32): u32 {
  let value: u32 = 0;
  for (let shift: u32 = 0; at < end && shift < 32; shift += 7) {
    const byte: u32 = load<u8>(at++);
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
  return 0;
}

/** Whether one run of ones covers all `count` levels, as it does where nothing is missing. */
export function allPresent(source: u32, end: u32, count: u32): bool {
  at = source;
  const run = header(end);
  return (run & 1) == 0 && run >> 1 >= count && at < end && load<u8>(at) == 1;
}

/** `count` values of `width` bits to 32-bit integers; false where the bytes don't hold as many. */
export function unpackRuns(source: u32, end: u32, width: u32, count: u32, target: u32): bool {
  at = source;
  const last = target + 4 * count;
  const bytes = (width + 7) >> 3;
  const mask: u64 = (<u64>1 << width) - 1;
  while (target < last) {
    const run = header(end);
    const room = (last - target) >> 2;
    if (run < 2) return false;
    if ((run & 1) == 0) {
      if (bytes > end - at) return false;
      const value = <u32>(load<u64>(at) & ((<u64>1 << (8 * bytes)) - 1));
      at += bytes;
      const stop = target + 4 * min(run >> 1, room);
      for (; target < stop; target += 4) store<u32>(target, value);
      continue;
    }
    const groups = run >> 1;
    if (groups > 0x0fffffff || <u64>groups * width > end - at) return false;
    const stop = target + 4 * min(8 * groups, room);
    let bit: u32 = 0;
    for (; target < stop; target += 4, bit += width) {
      const word = load<u64>(at + (bit >> 3)) >> (bit & 7);
      store<u32>(target, <u32>(word & mask));
    }
    at += groups * width;
  }
  return true;
}

/** How many of the levels are 1, or -1 if one is neither 0 nor 1. */
export function countPresent(levels: u32, count: u32): i32 {
  let present: u32 = 0;
  for (const end = levels + 4 * count; levels < end; levels += 4) {
    const level = load<u32>(levels);
    if (level > 1) return -1;
    present += level;
  }
  return present;
}
