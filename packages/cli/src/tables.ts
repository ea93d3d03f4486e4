import { basename } from 'node:path';
import { checkTable, type LoadedTable, refuseErrors, type TableOptions } from '@cede/data';
import { readTable, tableHash } from '@cede/data/node';
import type { NamedTable } from '@cede/study';

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
  return { table: loaded, name, hash: tableHash(loaded), issues };
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
