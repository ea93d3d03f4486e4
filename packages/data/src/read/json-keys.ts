import { duplicateKey } from '@cede/core';

/**
 * The first key that an object of a JSON text has twice; `value` is what JSON.parse made of it. Most
 * texts have as many colons as the value has keys, and are not looked at more closely: cheap enough
 * for every request.
 */
export function duplicateKeyOf(text: string, value: unknown): string | undefined {
  const keys = keysIn(value);
  let colons = 0;
  for (let at = text.indexOf(':'); at >= 0 && colons <= keys; at = text.indexOf(':', at + 1))
    colons++;
  return colons <= keys ? undefined : duplicateKey(text);
}

function keysIn(value: unknown): number {
  const open: object[] = isObject(value) ? [value] : []; // not by recursion: a text may be deep
  let count = 0;
  for (let at = open.pop(); at; at = open.pop()) {
    if (Array.isArray(at)) {
      for (const each of at) if (isObject(each)) open.push(each);
      continue;
    }
    for (const key in at) {
      count++;
      const each = (at as Record<string, unknown>)[key];
      if (isObject(each)) open.push(each);
    }
  }
  return count;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
