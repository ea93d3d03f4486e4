import { type DuckDBConnection, type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import type { Problems } from '../problems.js';
import type { Batch, Numbers, RawColumn, Want } from '../read/contract.js';
import { isMissing } from '../read/number.js';

/**
 * DuckDB as the fast reader of the node door: it is asked for exactly the typed columns that are
 * wanted, and its vectors are handed on as they are.
 */
let instance: Promise<DuckDBInstance> | undefined;

export async function connect(): Promise<DuckDBConnection> {
  instance ??= DuckDBInstance.create(':memory:', {
    // Everything needed is built in; nothing is ever to be downloaded.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  return (await instance).connect();
}

/** Thrown where the fast reader gives up: the plain reader then reads the file, or names the row. */
export class FastReaderFailed extends Error {
  override name = 'FastReaderFailed';
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** How one want is asked for: SQL expressions, one a number of a list, then the list's length. */
export interface Asked {
  readonly want: Want;
  readonly expressions: readonly string[];
}

/** Results up to this many bytes are made whole in memory, which is faster than a stream. */
const WHOLE = 1 << 30;

/** The wanted columns of `from`, in the file's order. */
export async function* selectBatches(
  asked: readonly Asked[],
  from: string,
  expectedRows: number,
  problems: Problems,
): AsyncGenerator<Batch> {
  const columns = asked.flatMap(({ expressions }) => expressions);
  const sql = `SELECT ${columns.join(', ')} FROM ${from}`;
  const connection = await connect();
  let row = 1;
  try {
    for await (const chunk of chunksOf(connection, sql, expectedRows * columns.length * 4)) {
      yield batchOf(chunk, asked, row, problems);
      row += chunk.rowCount;
    }
  } finally {
    connection.closeSync();
  }
}

async function* chunksOf(
  connection: DuckDBConnection,
  sql: string,
  bytes: number,
): AsyncGenerator<DuckDBDataChunk> {
  if (bytes <= WHOLE) {
    const result = await failing(connection.run(sql));
    for (let chunk = 0; chunk < result.chunkCount; chunk++) yield result.getChunk(chunk);
    return;
  }
  await connection.run("SET streaming_buffer_size = '64MB'");
  const result = await failing(connection.stream(sql));
  for (;;) {
    const chunk = await failing(result.fetchChunk());
    if (!chunk || chunk.rowCount === 0) return;
    yield chunk;
  }
}

async function failing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new FastReaderFailed(error instanceof Error ? error.message : String(error));
  }
}

function batchOf(
  chunk: DuckDBDataChunk,
  asked: readonly Asked[],
  row: number,
  problems: Problems,
): Batch {
  const rows = chunk.rowCount;
  let next = 0;
  const columns = asked.map(({ want, expressions }): RawColumn => {
    const first = next;
    next += expressions.length;
    if (want.width > 1) return listOf(chunk, first, want, rows, row, problems);
    return columnOf(chunk, first, want);
  });
  return { rows, columns };
}

function columnOf(chunk: DuckDBDataChunk, index: number, want: Want): RawColumn {
  const vector = chunk.getColumnVector(index);
  if ('items' in vector && ArrayBuffer.isView(vector.items)) {
    const numbers = numbersOf(chunk, index);
    if (want.as !== 'text') return numbers;
    return Array.from(numbers, (value) => (Number.isNaN(value) ? null : String(value)));
  }
  const texts = new Array<string | null>(chunk.rowCount);
  for (let row = 0; row < texts.length; row++) {
    const text = vector.getItem(row) as string | null;
    texts[row] = text === null || isMissing(text) ? null : text;
  }
  return texts;
}

interface NumberVector {
  readonly items: Numbers;
  readonly validity: { readonly data: unknown; itemValid(row: number): boolean };
}

/** A vector's numbers, NaN where DuckDB says NULL. */
function numbersOf(chunk: DuckDBDataChunk, index: number): Numbers {
  const { items, validity } = chunk.getColumnVector(index) as unknown as NumberVector;
  if (validity.data === null) return items;
  const values = items.slice();
  for (let row = 0; row < values.length; row++)
    if (!validity.itemValid(row)) values[row] = Number.NaN;
  return values;
}

function listOf(
  chunk: DuckDBDataChunk,
  first: number,
  { field, width }: Want,
  rows: number,
  firstRow: number,
  problems: Problems,
): Numbers {
  const values = new Float32Array(rows * width);
  for (let k = 0; k < width; k++) {
    const numbers = numbersOf(chunk, first + k);
    for (let row = 0; row < rows; row++) values[row * width + k] = numbers[row]!;
  }
  const lengths = numbersOf(chunk, first + width);
  for (let row = 0; row < rows; row++) {
    const length = lengths[row]!;
    if (length === width || Number.isNaN(length)) continue;
    problems.add(
      `width:${field}`,
      firstRow + row,
      () => `"${field}" holds ${length} numbers (expected a list of ${width} numbers)`,
    );
  }
  return values;
}
