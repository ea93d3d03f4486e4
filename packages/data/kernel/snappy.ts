/**
 * Snappy: a length, then runs of bytes as they are and copies of what was written before. Returns
 * whether the bytes unpacked to exactly `target … targetEnd`. Up to 16 bytes behind either end may
 * be touched, which spares short copies a loop: the caller leaves that room.
 */
export function unpackSnappy(source: u32, sourceEnd: u32, target: u32, targetEnd: u32): bool {
  const start = target;
  let length: u32 = 0;
  for (let shift: u32 = 0; ; shift += 7) {
    if (source >= sourceEnd || shift > 28) return false;
    const byte: u32 = load<u8>(source++);
    length |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  if (length != targetEnd - target) return false;
  while (source < sourceEnd) {
    const tag: u32 = load<u8>(source++);
    let count: u32 = tag >> 2;
    if ((tag & 3) == 0) {
      if (count >= 60) {
        const bytes = count - 59;
        // A length of 4 bytes fills the word; of fewer, the rest is masked away.
        count = bytes == 4 ? load<u32>(source) : load<u32>(source) & ((1 << (8 * bytes)) - 1);
        source += bytes;
      }
      count++;
      if (source > sourceEnd || count > sourceEnd - source || count > targetEnd - target) return false;
      if (count <= 16) v128.store(target, v128.load(source));
      else memory.copy(target, source, count);
      source += count;
      target += count;
      continue;
    }
    let distance: u32;
    if ((tag & 3) == 1) {
      count = (count & 7) + 4;
      distance = ((tag & 0xe0) << 3) | load<u8>(source);
      source += 1;
    } else {
      count++;
      const wide = (tag & 3) == 3;
      distance = wide ? load<u32>(source) : load<u16>(source);
      source += wide ? 4 : 2;
    }
    if (source > sourceEnd || distance == 0) return false;
    if (distance > target - start || count > targetEnd - target) return false;
    repeat(target, distance, count);
    target += count;
  }
  return target == targetEnd;
}

/** The last `distance` bytes again, and again where `count` is more. */
// @ts-ignore: decorator
@inline
function repeat(target: u32, distance: u32, count: u32): void {
  const end = target + count;
  if (distance >= 16) {
    for (; target < end; target += 16) v128.store(target, v128.load(target - distance));
  } else if (distance >= 8) {
    for (; target < end; target += 8) store<u64>(target, load<u64>(target - distance));
  } else {
    for (; target < end; target++) store<u8>(target, load<u8>(target - distance));
  }
}
