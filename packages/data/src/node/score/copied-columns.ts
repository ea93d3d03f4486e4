import { type FileHandle, open } from 'node:fs/promises';
import type { Chunk } from './parquet-pages.js';
import { chunkAt } from './parquet-pages.js';
import { i64, struct, type Thrift } from './thrift.js';
import {
  type Fields,
  listIn,
  numberIn,
  type Raw,
  readStruct,
  structIn,
  textIn,
  UnclearParquet,
} from './thrift-read.js';

/** Row groups of more rows, or columns of more bytes in one, are DuckDB's: they would fill memory. */
const MOST_ROWS = 4_000_000;
const MOST_BYTES = 32 * 2 ** 20;

/** Columns of a Parquet file, to be copied into another page by page: nothing is unpacked. */
export interface CopiedColumns {
  /** How each stands in the schema, as it was found. */
  readonly elements: readonly Thrift[];
  /** How each is sorted, where the file says so. */
  readonly orders?: readonly Thrift[];
  /** Rows of each row group. */
  readonly groups: readonly number[];
  /** The columns' chunks in a row group. */
  read(group: number): Promise<Chunk[]>;
  close(): Promise<void>;
}

/**
 * The named columns of a file. Undefined where DuckDB had better copy them: lists and structs, which
 * are several columns each, and whatever else is not as simple as it could be.
 */
export async function copiedColumns(
  path: string,
  names: readonly string[],
): Promise<CopiedColumns | undefined> {
  const file = await open(path, 'r');
  try {
    const copied = await columnsIn(file, names);
    return { ...copied, close: () => file.close() };
  } catch (error) {
    await file.close();
    if (error instanceof UnclearParquet) return undefined;
    throw error;
  }
}

async function columnsIn(
  file: FileHandle,
  names: readonly string[],
): Promise<Omit<CopiedColumns, 'close'>> {
  const about = await footerOf(file);
  const places = placesOf(listIn(field(about, 2)));
  const found = names.map((name) => {
    const place = places.get(name);
    if (!place) throw new UnclearParquet(`"${name}" is not one column`);
    return place;
  });
  const groups = listIn(field(about, 4)).map((group) => groupOf(structIn(group), found));
  const orders = about.get(7) && listIn(about.get(7)!);
  return {
    elements: found.map(({ element }) => element),
    ...(orders && { orders: found.map(({ leaf }) => orders[leaf]!) }),
    groups: groups.map(({ rows }) => rows),
    read: async (group) => {
      const { rows, chunks } = groups[group]!;
      return Promise.all(chunks.map((chunk) => readChunk(file, chunk, rows)));
    },
  };
}

const field = (fields: Fields, number: number): Raw => {
  const found = fields.get(number);
  if (!found) throw new UnclearParquet(`field ${number} is missing`);
  return found;
};

/** What a file says of itself, at its end. */
async function footerOf(file: FileHandle): Promise<Fields> {
  const { size } = await file.stat();
  if (size < 12) throw new UnclearParquet('too short');
  const end = await bytesAt(file, size - 8, 8);
  const length = new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  if (length > size - 12) throw new UnclearParquet('too short');
  return readStruct(await bytesAt(file, size - 8 - length, length)).fields;
}

interface Place {
  readonly element: Raw;
  /** Which of the chunks of a row group. */
  readonly leaf: number;
}

/** Columns that are one leaf below the root, by name. */
function placesOf([, ...elements]: readonly Raw[]): Map<string, Place> {
  const places = new Map<string, Place>();
  let leaf = 0;
  /** How many elements, one behind the other, belong to the present column. */
  let inside = 0;
  for (const element of elements) {
    const fields = structIn(element);
    const children = numberIn(fields.get(5)) ?? 0;
    const isTop = inside === 0;
    inside += children - (isTop ? 0 : 1);
    if (children > 0) continue;
    if (isTop) places.set(textIn(fields.get(4)), { element, leaf });
    leaf++;
  }
  return places;
}

interface FoundChunk {
  readonly start: number;
  readonly bytes: number;
  readonly about: Fields;
}

function groupOf(group: Fields, found: readonly Place[]) {
  const rows = numberIn(field(group, 3))!;
  if (rows > MOST_ROWS) throw new UnclearParquet('a large row group');
  const all = listIn(field(group, 1));
  const chunks = found.map(({ leaf }): FoundChunk => {
    const chunk = structIn(all[leaf]!);
    if (chunk.has(1)) throw new UnclearParquet('a column in another file');
    const about = structIn(field(chunk, 3));
    const bytes = numberIn(field(about, 7))!;
    if (bytes > MOST_BYTES) throw new UnclearParquet('a large column');
    const start = Math.min(numberIn(field(about, 9))!, numberIn(about.get(11)) || Infinity);
    return { start, bytes, about };
  });
  return { rows, chunks };
}

/** Offsets of pages move along; indexes and filters stand elsewhere, and stay behind. */
const OFFSETS = [9, 10, 11];
const ELSEWHERE = [14, 15];

async function readChunk(
  file: FileHandle,
  { start, bytes, about }: FoundChunk,
  rows: number,
): Promise<Chunk> {
  const pages = await bytesAt(file, start, bytes);
  insistOnPages(pages, rows);
  return {
    pieces: [pages],
    about: (place) => {
      const moved = [...about]
        .filter(([number]) => !ELSEWHERE.includes(number))
        .map(([number, value]): readonly [number, Thrift] => {
          if (!OFFSETS.includes(number)) return [number, value];
          const offset = numberIn(value)!;
          // Some writers say 0 where there is none.
          return [number, offset === 0 ? value : i64(offset - start + place)];
        });
      return chunkAt(place, struct(...moved));
    },
  };
}

/** Page after page to the end, with a value for every row: a chunk that is damaged is not copied. */
function insistOnPages(pages: Uint8Array, rows: number): void {
  let at = 0;
  let values = 0;
  while (at < pages.length) {
    const { fields, end } = readStruct(pages, at);
    const data = fields.get(5) ?? fields.get(8);
    if (data) values += numberIn(field(structIn(data), 1))!;
    at = end + numberIn(field(fields, 3))!;
  }
  if (at !== pages.length || values !== rows) throw new UnclearParquet('pages that do not add up');
}

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from);
  if (bytesRead < length) throw new UnclearParquet('the end is missing');
  return buffer;
}
