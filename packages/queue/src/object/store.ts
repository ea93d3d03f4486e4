import { createHash } from 'node:crypto';
import { InputError } from '@cede/core';

/** Bytes named by their SHA-256: the same thing is kept once, and damage shows. */
export interface ObjectStore {
  readonly kind: 'server' | 'folder';
  /** For messages. */
  readonly shown: string;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none of that name. */
  get(name: string): Promise<Uint8Array | undefined>;
}

export const objectName = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** An object as it was put there, or a refusal. */
export async function getVerified(store: ObjectStore, name: string): Promise<Uint8Array> {
  const bytes = await store.get(name);
  if (!bytes)
    throw new InputError(
      `queue: object ${name.slice(0, 12)} is not in ${store.shown}. ${store.kind === 'folder' ? 'Is it the same folder on every machine?' : 'It may have been dropped after a week: give the command again that put the cells on the queue.'}`,
      'object-missing',
      { object: name },
    );
  if (objectName(bytes) !== name)
    throw new InputError(
      `queue: object ${name.slice(0, 12)} in ${store.shown} is damaged: its hash is ${objectName(bytes).slice(0, 12)}.`,
      'object-damaged',
      { object: name },
    );
  return bytes;
}
