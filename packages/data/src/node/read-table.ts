import type { LoadedTable } from '../assemble/assembler.js';
import type { TableOptions } from '../options.js';
import type { ByteSource } from '../read/contract.js';
import { readerFor, readSources } from '../read/read.js';
import { readers } from '../read/registry.js';
import { expandPaths, fileSource, stdinSource } from './files.js';

/** Reads a table from a file, several files, a glob, or standard input (`-`). */
export async function readTable(
  paths: string | readonly string[],
  options: TableOptions = {},
): Promise<LoadedTable> {
  const sources: ByteSource[] = [];
  for (const path of await expandPaths(paths)) {
    sources.push(path === '-' ? await stdinSource() : await fileSource(path));
  }
  // Readers of files take the gzip layer off themselves.
  return readSources(sources, options, (source) => readerFor(source.name, readers).open(source));
}
