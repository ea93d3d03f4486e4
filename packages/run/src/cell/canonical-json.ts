import { InputError } from '@cede/core';

/**
 * JSON with the keys of every object sorted, so that equal specs have equal texts and names.
 * Keys that are undefined are left out; what JSON would change silently (NaN, a Date, a Map,
 * undefined in a list) is refused, because two different specs would then share a name.
 */
export function canonicalJson(value: unknown, path = 'spec'): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string')
    return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new InputError(`${path}: ${value} has no JSON. Write it as a text.`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value))
    return `[${Array.from(value, (item, i) => canonicalJson(item, `${path}[${i}]`)).join(',')}]`;
  if (isPlainObject(value)) {
    const pairs = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key], `${path}.${key}`)}`);
    return `{${pairs.join(',')}}`;
  }
  throw new InputError(
    `${path}: found ${nameOf(value)} (expected null, true, false, a number, a text, a list or a plain object).`,
  );
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A value's kind, for a sentence: `a Map`, `undefined`, `a function`. */
export function nameOf(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'object' && value !== null) return `a ${value.constructor?.name ?? 'thing'}`;
  return `a ${typeof value}`;
}
