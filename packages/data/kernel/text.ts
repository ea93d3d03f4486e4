/**
 * Strings as Parquet writes them, one behind the other with a length of 4 bytes in front of each:
 * where each ends, counted from `source`. False where there are fewer than `count`.
 */
export function textEnds(source: u32, end: u32, count: u32, target: u32): bool {
  let at = source;
  for (const last = target + 4 * count; target < last; target += 4) {
    if (end - at < 4) return false;
    const length = load<u32>(at);
    at += 4;
    if (length > end - at) return false;
    at += length;
    store<u32>(target, at - source);
  }
  return true;
}

/** Whether every byte is a letter of ASCII, so that bytes and letters are the same. */
export function isAscii(source: u32, end: u32): bool {
  let seen = i8x16.splat(0);
  for (; source + 16 <= end; source += 16) seen = v128.or(seen, v128.load(source));
  let rest: u32 = 0;
  for (; source < end; source++) rest |= load<u8>(source);
  return i8x16.bitmask(seen) == 0 && rest < 128;
}
