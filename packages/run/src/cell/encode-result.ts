import { InputError } from '@cede/core';
import { isPlainObject, nameOf } from './canonical-json.js';

/**
 * Results as JSON, nothing lost: typed arrays become base64, and NaN, ±∞ and −0 keep their names.
 * `$` opens our own objects, so a key that begins with it gets a second one. Typed arrays are
 * kept in the machine's byte order, which is little-endian wherever WebAssembly's is the same.
 */
const ARRAYS = {
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

export function encodeResult(value: unknown, path = 'result'): unknown {
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $number: Object.is(value, -0) ? '-0' : String(value) };
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (Array.isArray(value))
    return Array.from(value, (item, i) => encodeResult(item, `${path}[${i}]`));
  if (ArrayBuffer.isView(value)) {
    // The tag, not the constructor: a Buffer is a Uint8Array.
    const kind = (value as { [Symbol.toStringTag]?: string })[Symbol.toStringTag] ?? '';
    if (kind in ARRAYS)
      return {
        $array: kind,
        base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64'),
      };
  }
  if (isPlainObject(value)) {
    const pairs = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(
      pairs.map(([key, item]) => [
        key.startsWith('$') ? `$${key}` : key,
        encodeResult(item, `${path}.${key}`),
      ]),
    );
  }
  throw new InputError(
    `cell ${path}: found ${nameOf(value)} (expected JSON values and typed arrays).`,
  );
}

export function decodeResult(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeResult);
  if (!isPlainObject(value)) return value;
  if (typeof value.$number === 'string') return Number(value.$number);
  if (typeof value.$array === 'string') return decodeArray(value.$array, String(value.base64));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.startsWith('$$') ? key.slice(1) : key,
      decodeResult(item),
    ]),
  );
}

function decodeArray(kind: string, base64: string): unknown {
  const Type = ARRAYS[kind as keyof typeof ARRAYS];
  if (!Type) throw new InputError(`cell result: arrays of type ${kind} are unknown.`);
  const bytes = Buffer.from(base64, 'base64');
  // A copy of its own: Buffers share a pool, whose offsets need not fit the element's size.
  return new Type(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
