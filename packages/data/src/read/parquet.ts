import { count, InputError } from '@cede/core';
import type { AsyncBuffer, FileMetaData, SchemaTree } from 'hyparquet';
import type { Problems } from '../problems.js';
import { columnsFromCells } from './cells.js';
import {
  type Batch,
  type ByteSource,
  type Field,
  isText,
  LONE_LIST,
  type OpenTable,
  type Reader,
  type Want,
} from './contract.js';

/** Loaded when first needed, the codecs with it. */
async function hyparquet() {
  const [library, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  return { ...library, compressors };
}

/**
 * Parquet without Node, for the page, one row group at a time. hyparquet takes some damaged files
 * that DuckDB refuses, and hangs on others: a page reads them in a worker (worker/read.ts).
 */
export const parquetReader: Reader = {
  format: 'Parquet',
  extensions: ['.parquet'],
  open: (source) => guarded(source.name, () => openParquet(source)),
};

async function openParquet(source: ByteSource): Promise<OpenTable> {
  const file = await parquetFile(source);
  const { parquetMetadataAsync, parquetSchema } = await hyparquet();
  const metadata = await parquetMetadataAsync(file);
  insistOnCounts(metadata, source.name);
  const fields: Field[] = [];
  for (const child of parquetSchema(metadata).children) {
    fields.push(
      await fieldOf(child, () => firstList(file, metadata, child.element.name, source.name)),
    );
  }
  return {
    fields,
    expectedRows: Number(metadata.num_rows),
    batches: (wants, problems) => parquetBatches(file, metadata, wants, problems, source.name),
  };
}

/** Row counts are believed only where they agree: memory is reserved by them. */
function insistOnCounts(metadata: FileMetaData, name: string): void {
  const expected = Number(metadata.num_rows);
  const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  const sound = metadata.row_groups.every((group) => Number(group.num_rows) >= 0);
  if (rows !== expected || !sound || !(rows < 2 ** 31)) {
    throw new InputError(
      `table ${name}: not a complete Parquet file; its parts hold ${count(rows)} rows (expected ${count(expected)}).`,
    );
  }
}

async function parquetFile(source: ByteSource): Promise<AsyncBuffer> {
  const bytes = await source.bytes();
  const copy = new Uint8Array(bytes).buffer;
  return { byteLength: copy.byteLength, slice: (start, end) => copy.slice(start, end) };
}

async function fieldOf(tree: SchemaTree, firstWidth: () => Promise<number>): Promise<Field> {
  const { name, type, converted_type, logical_type } = tree.element;
  if (typeof name !== 'string') throw new TypeError('a column without a name');
  const misfit = misfitOf(tree);
  if (misfit) return { name, kind: 'number', width: 1, misfit };
  if (tree.children.length > 0) {
    const width = await firstWidth();
    return { name, kind: 'number', width, ...(width === 1 && { misfit: LONE_LIST }) };
  }
  const text =
    (type === 'BYTE_ARRAY' && converted_type !== 'DECIMAL') || logical_type?.type === 'STRING';
  const time = logical_type?.type === 'TIMESTAMP' || logical_type?.type === 'DATE';
  return { name, kind: text ? 'text' : time ? 'either' : 'number', width: 1 };
}

/** What a column holds that is neither a value nor a list of values. */
function misfitOf({ element, children }: SchemaTree): string | undefined {
  if (children.length === 0) return undefined;
  const type = element.logical_type?.type ?? element.converted_type;
  if (type !== 'LIST') return `holds a ${type?.startsWith('MAP') ? 'map' : 'struct'} in each row`;
  const item = children[0]?.children[0];
  if (!item?.children.length) return undefined;
  const list = (item.element.logical_type?.type ?? item.element.converted_type) === 'LIST';
  return `holds a list of ${list ? 'lists' : 'structs'} in each row`;
}

/** The length of the lists of a column, told by its first row. */
async function firstList(
  file: AsyncBuffer,
  metadata: FileMetaData,
  column: string,
  name: string,
): Promise<number> {
  if (Number(metadata.num_rows) === 0) return 1;
  const [cells] = await readCells(file, metadata, [column], 0, 1, name);
  const list = cells?.[0];
  return Array.isArray(list) ? list.length : 1;
}

async function* parquetBatches(
  file: AsyncBuffer,
  metadata: FileMetaData,
  wants: readonly Want[],
  problems: Problems,
  name: string,
): AsyncGenerator<Batch> {
  let start = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const columns = await readCells(
      file,
      metadata,
      wants.map((want) => want.field),
      start,
      start + rows,
      name,
    );
    const cells = wants.map((want) => plainCells(metadata, want));
    const cell = (row: number, want: number) => cells[want]!(columns[want]![row]);
    yield columnsFromCells(rows, wants, cell, start + 1, problems);
    start += rows;
  }
}

/** Values as the other reader gives them: decimals without the noise of a product, times as text or number. */
function plainCells(metadata: FileMetaData, { field, as }: Want): (value: unknown) => unknown {
  const element = metadata.schema.find(({ name }) => name === field);
  const decimal =
    element?.converted_type === 'DECIMAL' || element?.logical_type?.type === 'DECIMAL';
  if (decimal) {
    const places = element?.scale ?? 0;
    return (value) => {
      if (typeof value !== 'number') return value;
      const exact = value.toFixed(places);
      return isText(as) ? exact : Number(exact);
    };
  }
  const isDay = element?.converted_type === 'DATE' || element?.logical_type?.type === 'DATE';
  return (value) => {
    if (!(value instanceof Date)) return value;
    return isText(as) ? timeText(value, isDay) : value.getTime();
  };
}

/** `2009-01-13 01:02:05.41`, as DuckDB writes it; a day has no hours. */
function timeText(time: Date, isDay: boolean): string | null {
  if (Number.isNaN(time.getTime())) return null;
  const [day, clock] = time.toISOString().replace('Z', '').split('T');
  return isDay
    ? day!
    : `${day} ${clock!.replace(/\.(\d*?)0+$/, (_, digits) => (digits ? `.${digits}` : ''))}`;
}

/** Columns as arrays of cells, in the order asked for. */
async function readCells(
  file: AsyncBuffer,
  metadata: FileMetaData,
  names: readonly string[],
  rowStart: number,
  rowEnd: number,
  name: string,
): Promise<unknown[][]> {
  const columns = names.map(() => new Array<unknown>(rowEnd - rowStart));
  const { parquetRead, compressors } = await hyparquet();
  await guarded(name, () =>
    parquetRead({
      file,
      metadata,
      compressors,
      columns: [...new Set(names)],
      rowStart,
      rowEnd,
      rowFormat: 'object',
      onComplete(rows: Record<string, unknown>[]) {
        names.forEach((field, position) => {
          for (let row = 0; row < rows.length; row++) columns[position]![row] = rows[row]![field];
        });
      },
    }),
  );
  return columns;
}

/** Whatever the library says about a damaged file, in one sentence of ours. */
async function guarded<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
    if (/compression|codec/i.test(said ?? '')) {
      throw new InputError(
        `table ${name}: ${said}. Write it with Snappy, zstd, gzip or without compression.`,
      );
    }
    throw new InputError(
      `table ${name}: not a complete Parquet file; it is damaged or cut off (${said}).`,
    );
  }
}
