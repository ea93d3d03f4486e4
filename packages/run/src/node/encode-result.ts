import { InputError } from '@cede/core';
import { isPlainObject, nameOf } from '../cell/canonical-json.js';
import { ARRAYS, arrayType } from '../cell/copy-result.js';

/**
 * Results as JSON, nothing lost: typed arrays become base64, and NaN, ±∞ and −0 keep their names.
 * `$` opens our own objects, so a key that begins with it gets a second one. Typed arrays are
 * kept in the machine's byte order, which is little-endian wherever WebAssembly's is the same.
 */
export function encodeResult(value: unknown, path = 'result'): unknown {
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $number: Object.is(value, -0) ? '-0' : String(value) };
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (Array.isArray(value))
    return Array.from(value, (item, i) => encodeResult(item, `${path}[${i}]`));
  const array = arrayType(value);
  if (array) {
    const { buffer, byteOffset, byteLength } = value as ArrayBufferView;
    return {
      $array: array.name,
      base64: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
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
