import { readSources } from './assemble/read-sources.js';
import type { LoadedTable } from './loaded-table.js';
import type { TableOptions } from './options.js';
import type { ByteSource } from './read/contract.js';
import { gunzipped } from './read/gzip.js';
import { knownReader, readerFor } from './read/reader-for.js';
import { readers } from './read/registry.js';
import { type BlobLike, blobSource, bytesSource } from './read/source.js';

/** Reads a table from bytes, text or a Blob; the name's ending tells the format. */
export async function readTableFrom(
  data: Uint8Array | string | BlobLike,
  name: string,
  options: TableOptions = {},
): Promise<LoadedTable> {
  const whole =
    typeof data === 'string' || data instanceof Uint8Array
      ? bytesSource(name, data)
      : blobSource(name, data);
  return readSources([whole], options, openPlain);
}

/** Whether a file's ending is that of a table. */
export const isTableName = (name: string): boolean => knownReader(name, readers) !== undefined;

/** Opens a source with the readers that need no Node. */
export function openPlain(source: ByteSource) {
  const reader = readerFor(source.name, readers);
  return reader.open(source.name.toLowerCase().endsWith('.gz') ? gunzipped(source) : source);
}
