/** Plain values of Parquet's four number types to floats or doubles. */

const INT32 = 1;
const INT64 = 2;
const FLOAT = 4;
const DOUBLE = 5;

export function toFloats(type: i32, source: u32, count: u32, target: u32): void {
  const end = target + 4 * count;
  if (type == FLOAT) memory.copy(target, source, 4 * count);
  else if (type == DOUBLE) {
    for (; target < end; source += 8, target += 4) {
      const value = load<f64>(source);
      const rounded = <f32>value;
      // A double too large for a float is no number here, as in DuckDB; infinity stays infinity.
      const lost = abs(rounded) == f32.POSITIVE_INFINITY && abs(value) != f64.POSITIVE_INFINITY;
      store<f32>(target, lost ? f32.NaN : rounded);
    }
  } else if (type == INT32) {
    for (; target < end; source += 4, target += 4) store<f32>(target, <f32>load<i32>(source));
  } else if (type == INT64) {
    for (; target < end; source += 8, target += 4) store<f32>(target, <f32>load<i64>(source));
  }
}

/** Whether floats hold these whole numbers to the last digit. */
export function fitFloats(type: i32, source: u32, count: u32): bool {
  for (let k: u32 = 0; k < count; k++) {
    const value: i64 = type == INT32 ? <i64>load<i32>(source + 4 * k) : load<i64>(source + 8 * k);
    if (value < -0x1000000 || value > 0x1000000) return false;
  }
  return true;
}

export function toDoubles(type: i32, source: u32, count: u32, target: u32): void {
  const end = target + 8 * count;
  if (type == DOUBLE) memory.copy(target, source, 8 * count);
  else if (type == FLOAT) {
    for (; target < end; source += 4, target += 8) store<f64>(target, <f64>load<f32>(source));
  } else if (type == INT32) {
    for (; target < end; source += 4, target += 8) store<f64>(target, <f64>load<i32>(source));
  } else if (type == INT64) {
    for (; target < end; source += 8, target += 8) store<f64>(target, <f64>load<i64>(source));
  }
}

/** The values that indices stand for, of 4 or 8 bytes; false where an index is outside. */
export function lookUp(words: u32, size: u32, bytes: u32, indices: u32, count: u32, target: u32): bool {
  const end = indices + 4 * count;
  for (; indices < end; indices += 4, target += bytes) {
    const index = load<u32>(indices);
    if (index >= size) return false;
    if (bytes == 4) store<u32>(target, load<u32>(words + 4 * index));
    else store<u64>(target, load<u64>(words + 8 * index));
  }
  return true;
}

/** Moves `present` values to the rows whose level is 1, in place from the back; NaN to the others. */
export function spread(values: u32, bytes: u32, present: u32, levels: u32, count: u32): void {
  for (let row = count; row > 0; ) {
    row--;
    const there = load<u32>(levels + 4 * row) == 1;
    if (there) present--;
    if (bytes == 4) {
      store<f32>(values + 4 * row, there ? load<f32>(values + 4 * present) : f32.NaN);
    } else {
      store<f64>(values + 8 * row, there ? load<f64>(values + 8 * present) : f64.NaN);
    }
  }
}
