import { basename } from 'node:path';
import { count, InputError, optionText, stream } from '@cede/core';
import { type Open, readSources } from '../assemble/read-sources.js';
import { checkTable, refuseErrors } from '../check/check.js';
import { columnsNoticed } from '../for-policy/classes.js';
import type { LoadedTable } from '../loaded-table.js';
import type { NamedTable } from '../named-table.js';
import type { TableOptions } from '../options.js';
import { type Batch, isNumbers, type OpenTable, type RawColumn } from '../read/contract.js';
import type { TableIssue } from '../table-issue.js';
import { expandPaths, type FileSource, fileSource } from './files.js';
import { tableHash } from './hash.js';
import { withReaders } from './read-table.js';

/** Rows drawn from files that may be larger than memory. */
export interface SampledTable {
  readonly table: NamedTable;
  /** Rows in all. */
  readonly of: number;
  /** Rows drawn beside them, to see what the sample costs; absent where all were drawn. */
  readonly others?: LoadedTable;
}

/** No more rows than this are drawn beside a sample. */
const MOST_OTHERS = 50_000;

/**
 * A random sample of so many rows, each as likely as any other, and others beside it. Only the rows
 * drawn are ever in memory. The same seed draws the same rows.
 */
export async function loadSample(
  paths: string | readonly string[],
  options: TableOptions,
  { rows, seed }: { readonly rows: number; readonly seed: number },
): Promise<SampledTable> {
  const files = await expandPaths(paths);
  if (files.includes('-'))
    throw new InputError(
      'A sample is drawn from files that are read twice, which standard input does not allow. Write the rows to a file first.',
    );
  const sources = await Promise.all(files.map(fileSource));
  const counts: number[] = [];
  for (const source of sources) counts.push(await withReaders((open) => countRows(source, open)));
  const of = counts.reduce((sum, rows) => sum + rows, 0);
  const asked = Math.min(rows, of);
  const beside = Math.min(asked, of - asked, MOST_OTHERS);
  const drawn = reservoir(of, asked + beside, seed);
  const read = (chosen: Float64Array) =>
    withReaders((open) =>
      readSources(sources, options, async (source) => {
        const file = sources.indexOf(source as FileSource);
        const before = counts.slice(0, file).reduce((sum, rows) => sum + rows, 0);
        return onlyRows(await open(source), chosen, before);
      }),
    );
  const table = await read(drawn.slice(0, asked).sort());
  const whole = files.map((file) => basename(file)).join(' + ');
  const name = asked === of ? whole : `${count(asked)} of the ${count(of)} rows of ${whole}`;
  const issues = [...checkTable(table, { name }), ...(asked === of ? [noSample(of, rows)] : [])];
  refuseErrors(issues);
  return {
    table: { table, name, hash: tableHash(table), issues, ...columnsNoticed(table) },
    of,
    ...(beside > 0 && { others: await read(drawn.slice(asked).sort()) }),
  };
}

const noSample = (of: number, rows: number): TableIssue => ({
  severity: 'warning',
  code: 'sample-idle',
  message: `${optionText('sample', String(rows))} changes nothing: there are ${count(of)} rows, and all are used.`,
  count: of,
});

/** Algorithm R over the numbers of the rows: every row ends up in every place equally often. */
export function reservoir(of: number, size: number, seed: number): Float64Array {
  const random = stream(seed, 'sample');
  const kept = Float64Array.from({ length: Math.min(size, of) }, (_, row) => row);
  for (let row = kept.length; row < of; row++) {
    const place = random.below(row + 1);
    if (place < kept.length) kept[place] = row;
  }
  // The first places belong to the first rows unless they are dealt out again.
  for (let place = kept.length - 1; place > 0; place--) {
    const other = random.below(place + 1);
    [kept[place], kept[other]] = [kept[other]!, kept[place]!];
  }
  return kept;
}

async function countRows(source: FileSource, open: Open): Promise<number> {
  const opened = await open(source);
  if (/\.parquet$/i.test(source.name) && opened.expectedRows !== undefined)
    return opened.expectedRows;
  // CSV says how many rows it has only when it was read.
  const [field] = opened.fields;
  let rows = 0;
  const { Problems } = await import('../problems.js');
  const want = { field: field!.name, as: 'text', width: field!.width } as const;
  for await (const batch of opened.batches([want], new Problems())) rows += batch.rows;
  return rows;
}

/** A table of which only the chosen rows are read on; numbers of rows count from `before`. */
function onlyRows(opened: OpenTable, chosen: Float64Array, before: number): OpenTable {
  return {
    ...opened,
    expectedRows: chosen.length,
    async *batches(wants, problems, together) {
      let first = before;
      let next = chosen.findIndex((row) => row >= before);
      for await (const batch of opened.batches(wants, problems, together)) {
        const rows: number[] = [];
        for (; next >= 0 && next < chosen.length && chosen[next]! < first + batch.rows; next++)
          rows.push(chosen[next]! - first);
        first += batch.rows;
        if (rows.length > 0) yield pick(batch, rows);
      }
    },
  };
}

const pick = (batch: Batch, rows: readonly number[]): Batch => ({
  rows: rows.length,
  columns: batch.columns.map((column) => pickRows(column, batch.rows, rows)),
});

function pickRows(column: RawColumn, of: number, rows: readonly number[]): RawColumn {
  if (!isNumbers(column)) return rows.map((row) => column[row]!);
  const width = column.length / of;
  const picked = new (column.constructor as Float32ArrayConstructor)(rows.length * width);
  for (const [k, row] of rows.entries())
    picked.set(column.subarray(row * width, (row + 1) * width), k * width);
  return picked;
}
