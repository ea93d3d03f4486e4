import { basename } from 'node:path';
import { checkTable, refuseErrors } from '../check/check.js';
import { columnsNoticed } from '../for-policy/classes.js';
import type { LoadedTable } from '../loaded-table.js';
import type { NamedTable } from '../named-table.js';
import type { TableOptions } from '../options.js';
import { tableHash } from './hash.js';
import { readTable } from './read-table.js';

/** Reads and checks a table; it gets the name of its files and a hash. */
export async function loadTable(
  paths: string | readonly string[],
  options: TableOptions,
  read: (options: TableOptions) => Promise<LoadedTable> = (asked) => readTable(paths, asked),
): Promise<NamedTable> {
  const loaded = await read(options);
  const name = [paths]
    .flat()
    .map((path) => (path === '-' ? 'stdin' : basename(path)))
    .join(' + ');
  const issues = checkTable(loaded, { name });
  refuseErrors(issues);
  return { table: loaded, name, hash: tableHash(loaded), issues, ...columnsNoticed(loaded) };
}

/** Reads a table as often as it takes to find its columns: standard input comes only once. */
export async function rereadable(
  paths: string | readonly string[],
): Promise<(options: TableOptions) => Promise<LoadedTable>> {
  if (![paths].flat().includes('-')) return (options) => readTable(paths, options);
  const pieces: Uint8Array[] = [];
  for await (const piece of process.stdin) pieces.push(piece);
  async function* input() {
    yield* pieces;
  }
  return (options) => readTable(paths, options, input());
}
