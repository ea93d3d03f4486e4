import { InputError } from '@cede/core';
import { isPlainObject, nameOf } from './canonical-json.js';

/**
 * A result as a ledger would give it back: JSON values and typed arrays, copied, keys that are
 * undefined left out. What no ledger can keep is refused, whether one is used or not.
 */
export function copyResult(value: unknown, path = 'result'): unknown {
  if (value === null || ['number', 'boolean', 'string'].includes(typeof value)) return value;
  if (Array.isArray(value))
    return Array.from(value, (item, i) => copyResult(item, `${path}[${i}]`));
  const array = arrayType(value);
  if (array) {
    const view = value as ArrayBufferView;
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    // A buffer of its own, not shared: whoever gets the copy may keep it.
    return new array(new Uint8Array(bytes).buffer);
  }
  if (isPlainObject(value)) {
    const pairs = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(
      pairs.map(([key, item]) => [key, copyResult(item, `${path}.${key}`)]),
    );
  }
  throw new InputError(
    `cell ${path}: found ${nameOf(value)} (expected JSON values and typed arrays).`,
  );
}

/** The typed arrays that a result may hold. */
export const ARRAYS = {
  Float32Array,
  Float64Array,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  BigInt64Array,
  BigUint64Array,
} as const;

/** By the tag, not the constructor: a Buffer is a Uint8Array. */
export function arrayType(value: unknown): (typeof ARRAYS)[keyof typeof ARRAYS] | undefined {
  if (!ArrayBuffer.isView(value)) return undefined;
  const kind = (value as { [Symbol.toStringTag]?: string })[Symbol.toStringTag] ?? '';
  return kind in ARRAYS ? ARRAYS[kind as keyof typeof ARRAYS] : undefined;
}
