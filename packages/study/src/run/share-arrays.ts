/**
 * The same value with its typed arrays in shared memory, where there is such a thing: handing it to
 * another thread then copies nothing. Arrays that are shared already stay as they are, and one that
 * occurs twice is copied once.
 */
export function shareArrays<Value>(value: Value): Value {
  return typeof SharedArrayBuffer === 'undefined' ? value : (share(value, new Map()) as Value);
}

function share(value: unknown, copies: Map<unknown, unknown>): unknown {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof SharedArrayBuffer) return value;
    if (copies.has(value)) return copies.get(value);
    const array = value as Float32Array;
    const copy = new (array.constructor as new (buffer: SharedArrayBuffer) => Float32Array)(
      new SharedArrayBuffer(array.byteLength),
    );
    copy.set(array);
    copies.set(value, copy);
    return copy;
  }
  if (Array.isArray(value)) return value.map((part) => share(part, copies));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, share(part, copies)]),
    );
  }
  return value;
}
