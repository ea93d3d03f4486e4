import { InputError } from '@cede/core';
import { type Open, readSources } from '../assemble/read-sources.js';
import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';
import type { ByteSource, OpenTable } from '../read/contract.js';
import { readerFor } from '../read/reader-for.js';
import { readers } from '../read/registry.js';
import { openCsv } from './csv.js';
import { DuckdbRefused } from './duckdb.js';
import { expandPaths, type FileSource, fileSource, stdinSource } from './files.js';
import { openParquet } from './parquet.js';

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
  return readFiles(sources, options);
}

/** CSV of more than `small` bytes is DuckDB's; that both give the same is tested with 0. */
export async function readFiles(
  sources: readonly ByteSource[],
  options: TableOptions,
  small = SMALL,
): Promise<LoadedTable> {
  return withReaders((open) => readSources(sources, options, open), small);
}

/**
 * Does something that reads files. Where DuckDB gives up on a CSV file it is done once more with the
 * plain reader, which reads that file, or names the row.
 */
export async function withReaders<T>(work: (open: Open) => Promise<T>, small = SMALL): Promise<T> {
  try {
    return await work((source) => openFast(source, small));
  } catch (error) {
    if (!(error instanceof DuckdbRefused)) throw error;
    return work(openPlain);
  }
}

/** One reader for each format, but for large CSV, where DuckDB stands in for the plain one. */
async function openFast(source: ByteSource, small: number): Promise<OpenTable> {
  const { format } = readerFor(source.name, readers);
  // Compressed text is unpacked here, where what it unpacks to can be watched.
  if (format === 'CSV' && isFile(source) && (source.size ?? 0) > small) return openCsv(source);
  return openPlain(source);
}

async function openPlain(source: ByteSource): Promise<OpenTable> {
  const reader = readerFor(source.name, readers);
  if (reader.format !== 'Parquet') return reader.open(source);
  if (isFile(source)) return openParquet(source);
  throw new InputError(`table ${source.name}: Parquet is read from files only. Name the file.`);
}

function isFile(source: ByteSource): source is FileSource {
  return 'path' in source;
}
