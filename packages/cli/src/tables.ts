import { basename } from 'node:path';
import type { Table } from '@cede/core';
import {
  checkTable,
  type Finding,
  type LoadedTable,
  refuseErrors,
  type TableOptions,
} from '@cede/data';
import { readTable, tableHash } from '@cede/data/node';

/** A table that has been read and checked, with its name and what the check had to say. */
export interface CheckedTable {
  readonly table: Table;
  readonly loaded: LoadedTable;
  readonly name: string;
  readonly hash: string;
  readonly findings: readonly Finding[];
}

export async function loadTable(
  paths: string | readonly string[],
  options: TableOptions,
  read: (options: TableOptions) => Promise<LoadedTable> = (asked) => readTable(paths, asked),
): Promise<CheckedTable> {
  const loaded = await read(options);
  const name = [paths]
    .flat()
    .map((path) => (path === '-' ? 'stdin' : basename(path)))
    .join(' + ');
  const findings = checkTable(loaded, { name });
  refuseErrors(findings);
  return { table: loaded, loaded, name, hash: tableHash(loaded), findings };
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

/** What a person should know before believing the numbers. */
export function warnings(findings: readonly Finding[]): string[] {
  return findings.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
}
