import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import type { Problems } from '../problems.js';
import {
  type Batch,
  isText,
  missingAs,
  type Numbers,
  type RawColumn,
  type Want,
} from '../read/contract.js';
import { connect, DuckdbRefused, duckdb } from './duckdb.js';
import { NoProgress, PATIENCE, withPatience } from './patience.js';
import { type CopyFrom, type TextReader, textReader } from './texts.js';

/** How one want is asked for: SQL expressions, one a number of a list, then the list's length. */
export interface Asked {
  readonly want: Want;
  readonly expressions: readonly string[];
}

/** Whether a file whose so many rows were read without an error was read whole. */
export type IsWhole = (rows: number) => boolean | Promise<boolean>;

export interface Selection {
  readonly asked: readonly Asked[];
  /** What stands behind FROM. */
  readonly from: string;
  readonly isWhole: IsWhole;
  /** Wants to be laid side by side, see {@link OpenTable.batches}. */
  readonly together?: readonly (readonly number[])[];
  /** Milliseconds that a chunk may take. */
  readonly patience?: number;
}

/** The wanted columns, in the file's order: DuckDB's vectors as they are. */
export async function* selectBatches(
  { asked, from, isWhole, together, patience = PATIENCE }: Selection,
  problems: Problems,
): AsyncGenerator<Batch> {
  const reader = await chunkReader(asked, together);
  const { ResultReturnType } = await duckdb();
  const connection = await connect();
  const waitFor = <T>(work: Promise<T>) => orInterrupted(work, connection, patience);
  let row = 1;
  let coming: Promise<unknown> | undefined;
  try {
    // With less room ahead of us DuckDB's threads wait for each other (half as fast with 16 MB);
    // a result made whole first is no faster, and would be in memory a second time.
    await connection.run("SET streaming_buffer_size = '24MB'");
    const streaming = connection.stream(`SELECT ${reader.expressions.join(', ')} FROM ${from}`);
    coming = streaming;
    const result = await waitFor(streaming);
    let next = result.fetchChunk();
    for (;;) {
      coming = next;
      const chunk = await waitFor(next);
      if (!chunk || chunk.rowCount === 0) break;
      // The next chunk is made while this one is looked at.
      next = result.fetchChunk();
      coming = next;
      yield reader.read(chunk, row, problems);
      row += chunk.rowCount;
    }
    // A result that is streamed ends at an error as if it were complete: only its type then tells.
    if (result.returnType === ResultReturnType.INVALID)
      throw new DuckdbRefused('an error among the rows');
    if (!(await isWhole(row - 1))) throw new DuckdbRefused('rows that were left out');
  } finally {
    await closeAfter(connection, coming);
  }
}

/** How DuckDB is asked for wants, and how they are found in its chunks. */
export interface ChunkReader {
  /** In SQL, one for each column of a chunk. */
  readonly expressions: readonly string[];
  /** Problems are counted from `firstRow`. */
  read(chunk: DuckDBDataChunk, firstRow: number, problems: Problems): Batch;
}

export async function chunkReader(
  asked: readonly Asked[],
  together: readonly (readonly number[])[] = [],
): Promise<ChunkReader> {
  const { bindings: duck } = await duckdb();
  const parts = partsOf(asked, together, duck.get_data_from_pointer);
  return {
    expressions: parts.flatMap(({ expressions }) => expressions),
    read: (chunk, row, problems) => batchOf(chunk, parts, asked.length, row, problems, duck),
  };
}

/** What is under way is waited for where it ends at once; a query that hangs is left to itself. */
export async function closeAfter(
  connection: DuckDBConnection,
  coming: Promise<unknown> | undefined,
): Promise<void> {
  const closed = Promise.resolve(coming)
    .catch(() => undefined)
    .then(() => connection.closeSync());
  await withPatience(closed, 1000).catch(() => connection.interrupt());
}

/** A result of DuckDB; where it takes too long, DuckDB is told to stop. */
export async function orInterrupted<T>(
  work: Promise<T>,
  connection: DuckDBConnection,
  patience = PATIENCE,
): Promise<T> {
  try {
    return await withPatience(work, patience);
  } catch (error) {
    if (!(error instanceof NoProgress))
      throw new DuckdbRefused(error instanceof Error ? error.message : String(error));
    connection.interrupt();
    throw error;
  }
}

/** One want, or several side by side in one array, which spares a crossing of the border for each. */
interface Part {
  readonly wants: readonly number[];
  readonly want: Want;
  readonly expressions: readonly string[];
  /** Of single columns, which may hold text. */
  readonly texts?: TextReader;
}

function partsOf(
  asked: readonly Asked[],
  together: readonly (readonly number[])[],
  copyFrom: CopyFrom,
): Part[] {
  const grouped = new Set(together.flat());
  const parts = asked.flatMap(({ want, expressions }, position): Part[] =>
    grouped.has(position)
      ? []
      : [{ wants: [position], want, expressions, texts: textReader(copyFrom, missingAs(want.as)) }],
  );
  for (const wants of together) {
    const items = wants.map((position) => asked[position]!.expressions[0]!);
    parts.push({
      wants,
      want: asked[wants[0]!]!.want,
      // A list has room for half as much again, which an array has not; made as one, it takes thrice the time.
      expressions: [`CAST([${items.join(', ')}] AS FLOAT[${items.length}])`],
    });
  }
  return parts;
}

type Bindings = typeof import('@duckdb/node-bindings');

const NOTHING = new Float32Array(0);

function batchOf(
  chunk: DuckDBDataChunk,
  parts: readonly Part[],
  wants: number,
  row: number,
  problems: Problems,
  duck: Bindings,
): Batch {
  const rows = chunk.rowCount;
  const columns = new Array<RawColumn>(wants).fill(NOTHING);
  let next = 0;
  for (const part of parts) {
    const first = next;
    next += part.expressions.length;
    columns[part.wants[0]!] =
      part.wants.length > 1
        ? blockOf(chunk, first, rows * part.wants.length, duck)
        : part.want.width > 1
          ? listOf(chunk, first, part.want, rows, row, problems)
          : columnOf(chunk, first, part);
  }
  return { rows, columns, given: true }; // the bindings copy what they read
}

/**
 * The numbers of a column of arrays: already row by row. Straight from the bindings: the API first
 * makes an object of the column's type, anew for every chunk.
 */
function blockOf(
  { chunk }: DuckDBDataChunk,
  index: number,
  count: number,
  duck: Bindings,
): Numbers {
  const child = duck.array_vector_get_child(duck.data_chunk_get_vector(chunk, index));
  const { buffer, byteOffset } = duck.vector_get_data(child, 4 * count);
  const words = Math.ceil(count / 64);
  const bits = duck.vector_get_validity(child, 8 * words);
  const data = bits && new BigUint64Array(bits.buffer, bits.byteOffset, words);
  return withoutNulls({
    items: new Float32Array(buffer, byteOffset, count),
    validity: { data, offset: 0 },
  });
}

function columnOf(chunk: DuckDBDataChunk, index: number, { want, texts }: Part): RawColumn {
  const vector = chunk.getColumnVector(index);
  if ('items' in vector && ArrayBuffer.isView(vector.items)) {
    const numbers = numbersOf(chunk, index);
    if (want.as === 'float32') return Float32Array.from(numbers);
    if (!isText(want.as)) return numbers;
    return Array.from(numbers, (value) => (Number.isNaN(value) ? null : String(value)));
  }
  if (String(vector.type) !== 'VARCHAR') throw new DuckdbRefused(`values of ${vector.type}`);
  const { dataView, validity } = vector as unknown as TextVector;
  return texts!(dataView, chunk.rowCount, missingIn(validity));
}

interface TextVector {
  /** 16 bytes for each text. */
  readonly dataView: DataView;
  readonly validity: Validity;
}

interface NumberVector {
  readonly items: Numbers;
  readonly validity: Validity;
}

function numbersOf(chunk: DuckDBDataChunk, index: number): Numbers {
  return withoutNulls(chunk.getColumnVector(index) as unknown as NumberVector);
}

/** A vector's numbers, NaN where DuckDB says NULL. */
function withoutNulls({ items, validity }: NumberVector): Numbers {
  const missing = missingIn(validity);
  if (!missing) return items;
  const values = items.slice();
  for (let row = 0; row < values.length; row++) if (missing(row)) values[row] = Number.NaN;
  return values;
}

/** DuckDB's bits, one for each row, read as plain numbers: asked one by one they cost more than the values. */
function missingIn({ data, offset }: Validity): ((row: number) => boolean) | undefined {
  if (!data) return undefined;
  const words = new Uint32Array(data.buffer, data.byteOffset, 2 * data.length);
  return (row) => {
    const bit = offset + row;
    return ((words[bit >>> 5]! >>> (bit & 31)) & 1) === 0;
  };
}

interface Validity {
  /** Nothing where nothing is missing. */
  readonly data: BigUint64Array | null;
  readonly offset: number;
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
