import { InputError } from '@cede/core';
import type { Reader } from './contract.js';

/** The reader for a file's name, if its ending is known. */
export function knownReader(name: string, readers: readonly Reader[]): Reader | undefined {
  const lower = name.toLowerCase();
  return readers.find(({ extensions }) => extensions.some((end) => lower.endsWith(end)));
}

/** The reader for a file's name. */
export function readerFor(name: string, readers: readonly Reader[]): Reader {
  const reader = knownReader(name, readers);
  if (reader) return reader;
  const known = readers.flatMap(({ extensions }) => extensions).join(', ');
  throw new InputError(
    `unknown kind of file (known endings: ${known}).`,
    'file-unreadable',
    { path: name },
    `table ${name}`,
  );
}
