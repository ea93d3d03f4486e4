import { InputError } from '../error.js';

/** Keys of an options object, each of them: the type checker misses none. */
export type Keys<T> = Readonly<Record<keyof T, true>>;

/**
 * Refuses a key that nothing reads: without types, `fit(table, { rate: 0.3 })` would hand over the
 * default share without a word. `elsewhere` says where a key that people look for here belongs.
 */
export function refuseUnknown(
  what: string,
  given: object,
  known: readonly string[],
  elsewhere: Readonly<Record<string, string>> = {},
): void {
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const place = Object.hasOwn(elsewhere, unknown) ? elsewhere[unknown] : undefined;
  throw new InputError(
    `${what}: doesn't know "${unknown}" (expected ${known.join(', ')}).${place ? ` Give it as ${place}.` : ''}`,
    'unknown-name',
    { what, name: unknown, known },
  );
}
