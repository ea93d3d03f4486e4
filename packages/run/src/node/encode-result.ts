import { InputError } from '@cede/core';
import { isPlainObject, nameOf } from '../cell/canonical-json.js';
import { ARRAYS, arrayType } from '../cell/copy-result.js';

/**
 * Results as JSON, nothing lost: typed arrays become base64, and NaN, ±∞ and −0 keep their names.
 * `$` opens our own objects, so a key that begins with it gets a second one. Typed arrays are
 * kept in the machine's byte order, which is little-endian wherever WebAssembly's is the same.
 * `elsewhere` may keep an array somewhere else and give the name it goes by there.
 */
export function encodeResult(
  value: unknown,
  path = 'result',
  elsewhere?: (array: ArrayBufferView) => string | undefined,
): unknown {
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $number: Object.is(value, -0) ? '-0' : String(value) };
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (Array.isArray(value))
    return Array.from(value, (item, i) => encodeResult(item, `${path}[${i}]`, elsewhere));
  const array = arrayType(value);
  if (array) {
    const object = elsewhere?.(value as ArrayBufferView);
    if (object !== undefined) return { $array: array.name, $object: object };
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
        encodeResult(item, `${path}.${key}`, elsewhere),
      ]),
    );
  }
  throw new InputError(
    `cell ${path}: found ${nameOf(value)} (expected JSON values and typed arrays).`,
  );
}

/** The value again; `elsewhere` gives the bytes of arrays that were kept elsewhere, by name. */
export function decodeResult(value: unknown, elsewhere?: (object: string) => Uint8Array): unknown {
  if (Array.isArray(value)) return value.map((item) => decodeResult(item, elsewhere));
  if (!isPlainObject(value)) return value;
  if (typeof value.$number === 'string') return Number(value.$number);
  if (typeof value.$array === 'string')
    return decodeArray(
      value.$array,
      typeof value.$object === 'string' && elsewhere
        ? elsewhere(value.$object)
        : Buffer.from(String(value.base64), 'base64'),
    );
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.startsWith('$$') ? key.slice(1) : key,
      decodeResult(item, elsewhere),
    ]),
  );
}

function decodeArray(kind: string, bytes: Uint8Array): unknown {
  const Type = ARRAYS[kind as keyof typeof ARRAYS];
  if (!Type) throw new InputError(`cell result: arrays of type ${kind} are unknown.`);
  // A copy of its own: Buffers share a pool, whose offsets need not fit the element's size.
  return new Type(new Uint8Array(bytes).buffer);
}
