import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';
import type { ByteSource, OpenTable } from '../read/contract.js';
import { readerFor, readSources } from '../read/read.js';
import { readers } from '../read/registry.js';
import { openCsv } from './csv.js';
import { FastReaderFailed } from './duckdb.js';
import { expandPaths, type FileSource, fileSource, stdinSource } from './files.js';
import { openParquet } from './parquet.js';
import { openByDuckdb } from './parquet-duckdb.js';

/** Below this many bytes the plain CSV reader is done before DuckDB has started. */
const SMALL = 256 * 1024;

/** Reads a table from a file, several files, a glob, or standard input (`-`, `input` in its place). */
export async function readTable(
  paths: string | readonly string[],
  options: TableOptions = {},
  input?: AsyncIterable<Uint8Array>,
): Promise<LoadedTable> {
  const sources: ByteSource[] = [];
  for (const path of await expandPaths(paths)) {
    sources.push(path === '-' ? await stdinSource(input) : await fileSource(path));
  }
  // Where a reader gives up half-way the next begins anew; the last one says what is wrong.
  for (const open of [openFast, openWithDuckdb]) {
    try {
      return await readSources(sources, options, open);
    } catch (error) {
      if (!(error instanceof FastReaderFailed)) throw error;
    }
  }
  return readSources(sources, options, openPlain);
}

/** As {@link openFast}, but Parquet without a decoder of our own. */
function openWithDuckdb(source: ByteSource): Promise<OpenTable> {
  const { format } = readerFor(source.name, readers);
  return format === 'Parquet' && isFile(source) ? openByDuckdb(source) : openFast(source);
}

/** The fast reader where there is one; the readers of files take the gzip layer off themselves. */
function openFast(source: ByteSource): Promise<OpenTable> {
  const { format } = readerFor(source.name, readers);
  if (!isFile(source)) return openPlain(source);
  if (format === 'Parquet') return openParquet(source);
  // Compressed text is unpacked here, where what it unpacks to can be watched.
  if (format === 'CSV' && (source.size ?? 0) > SMALL) return openCsv(source);
  return openPlain(source);
}

function openPlain(source: ByteSource): Promise<OpenTable> {
  return readerFor(source.name, readers).open(source);
}

function isFile(source: ByteSource): source is FileSource {
  return 'path' in source;
}
