import { availableParallelism } from 'node:os';
import { resolve, sep } from 'node:path';
import { InputError } from '@cede/core';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** DuckDB as the reader of the node door: one instance in memory, connections for each file. */
let instance: Promise<DuckDBInstance> | undefined;

/** Loaded when first needed: a third of a command's start would go into it. */
export const duckdb = () => import('./duckdb-api.js');

export async function connect(): Promise<DuckDBConnection> {
  const { DuckDBInstance } = await duckdb();
  instance ??= DuckDBInstance.create(':memory:', {
    // Everything needed is built in; nothing is ever to be downloaded.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // It tells files apart by path and time: one written again at once would be read as it was before.
    enable_external_file_cache: 'false',
    threads: String(usualThreads()),
  });
  return (await instance).connect();
}

/** One more than there are cores: one waits for JavaScript, which computes scores or takes rows. */
export const usualThreads = () => availableParallelism() + 1;

/** How many threads DuckDB works with. */
export async function useThreads(count = usualThreads()): Promise<void> {
  const connection = await connect();
  await connection.run(`SET threads = ${count}`);
  connection.closeSync();
}

/** Thrown where DuckDB refuses a file. Of Parquet that is the last word; CSV has a plain reader of ours. */
export class DuckdbRefused extends Error {
  override name = 'DuckdbRefused';
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

const WILDCARD = /[*?[]/g;

/**
 * The path of one file as SQL. DuckDB takes every path for a pattern, in which `[*]` is a plain
 * star, and `~` for a home folder; a backslash has no meaning beside wildcards and can't be given.
 */
export function quotePath(path: string): string {
  const whole = resolve(path).replaceAll(sep, '/');
  const escaped = whole.replace(WILDCARD, '[$&]');
  if (escaped !== whole && whole.includes('\\')) {
    throw new InputError(
      `table ${path}: its path holds a backslash together with one of * ? [, which can't be passed on. Rename the file or its folder.`,
    );
  }
  return quoteText(escaped);
}
