import { decodeResult, encodeResult } from '@cede/run/node';
import { getVerified, type ObjectStore, objectName } from './store.js';

/** Typed arrays from this many bytes on are objects of their own: two values that share one keep it once. */
const LARGE = 2 ** 16;

/**
 * Keeps a value (a result, a table, images) and gives its name: the hash of its text, in which large
 * arrays are named by theirs. So the name stands for every byte of the value.
 */
export async function keepValue(store: ObjectStore, value: unknown): Promise<string> {
  const arrays = new Map<string, Uint8Array>();
  const encoded = encodeResult(value, 'value', (array) => {
    if (array.byteLength < LARGE) return undefined;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const name = objectName(bytes);
    arrays.set(name, bytes);
    return name;
  });
  const text = Buffer.from(JSON.stringify(encoded));
  const name = objectName(text);
  for (const [array, bytes] of arrays) await store.put(array, bytes);
  await store.put(name, text);
  return name;
}

/** The value of that name, every object of it verified. */
export async function fetchValue(store: ObjectStore, name: string): Promise<unknown> {
  const text = Buffer.from(await getVerified(store, name)).toString('utf8');
  const value = JSON.parse(text);
  const arrays = new Map<string, Uint8Array>();
  for (const [, object] of text.matchAll(/"\$object":"([0-9a-f]{64})"/g))
    if (!arrays.has(object)) arrays.set(object, await getVerified(store, object));
  return decodeResult(value, (object) => arrays.get(object)!);
}
