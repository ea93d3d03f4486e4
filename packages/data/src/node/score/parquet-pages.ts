import { encodeThrift, i32, i64, list, struct, type Thrift, text, writeVarint } from './thrift.js';

/** Numbers of the Parquet format: types, encodings, codecs, repetition. */
export const BOOLEAN = 0;
export const FLOAT = 4;
export const BYTE_ARRAY = 6;
const PLAIN = 0;
const RLE = 3;
const RLE_DICTIONARY = 8;
const UNCOMPRESSED = 0;
const REQUIRED = 0;
const OPTIONAL = 1;
const DATA = 0;
const DICTIONARY = 2;
const UTF8 = 0;
export const MAGIC = new TextEncoder().encode('PAR1');

/** A column of ours. */
export interface Column {
  readonly name: string;
  readonly type: number;
  readonly optional?: true;
}

/** How a column stands in the schema. */
export const elementOf = ({ name, type, optional }: Column): Thrift =>
  struct(
    [1, i32(type)],
    [3, i32(optional ? OPTIONAL : REQUIRED)],
    [4, text(name)],
    ...(type === BYTE_ARRAY ? ([[6, i32(UTF8)]] as const) : []),
  );

/** The schema: its root, and then a column each. */
export const schemaOf = (elements: readonly Thrift[]): Thrift =>
  list(struct([4, text('scores')], [5, i32(elements.length)]), ...elements);

/** The end of a file: what is in it, how long that is, and the format's mark. */
export function footerOf(about: Thrift): Uint8Array[] {
  const footer = encodeThrift(about);
  return [footer, length(footer.length), MAGIC];
}

/** A column's bytes in one row group, and what is said of them where they stand. */
export interface Chunk {
  readonly pieces: readonly Uint8Array[];
  about(place: number): Thrift;
}

/** One page of plain values. */
export function plainChunk(
  column: Column,
  page: Uint8Array,
  rows: number,
  statistics?: Thrift,
): Chunk {
  const pieces = [dataHeader(page.length, rows, PLAIN), page];
  const bytes = sizeOf(pieces);
  return {
    pieces,
    about: (place) => aboutChunk(column, [PLAIN, RLE], rows, bytes, place, 0, statistics),
  };
}

/** Two texts, and a bit a row that says which. */
export function choiceChunk(
  column: Column,
  names: readonly [string, string],
  choices: Uint8Array,
  rows: number,
): Chunk {
  const dictionary = Buffer.concat(names.flatMap(lengthAndText));
  const run: number[] = [1]; // bits a value
  writeVarint(2 * choices.length + 1, run);
  const pieces = [
    header(DICTIONARY, dictionary.length, [7, struct([1, i32(2)], [2, i32(PLAIN)])]),
    dictionary,
    dataHeader(run.length + choices.length, rows, RLE_DICTIONARY),
    Uint8Array.from(run),
    choices,
  ];
  const bytes = sizeOf(pieces);
  const first = sizeOf(pieces.slice(0, 2));
  return {
    pieces,
    about: (place) => aboutChunk(column, [PLAIN, RLE, RLE_DICTIONARY], rows, bytes, place, first),
  };
}

/** `first` is where the first data page stands behind a dictionary; 0 where there is none. */
function aboutChunk(
  { name, type }: Column,
  encodings: readonly number[],
  rows: number,
  bytes: number,
  place: number,
  first: number,
  statistics?: Thrift,
): Thrift {
  return chunkAt(
    place,
    struct(
      [1, i32(type)],
      [2, list(...encodings.map(i32))],
      [3, list(text(name))],
      [4, i32(UNCOMPRESSED)],
      [5, i64(rows)],
      [6, i64(bytes)],
      [7, i64(bytes)],
      [9, i64(place + first)],
      ...(first > 0 ? ([[11, i64(place)]] as const) : []),
      ...(statistics ? ([[12, statistics]] as const) : []),
    ),
  );
}

/** A chunk in a row group: where it begins, and what is in it. */
export const chunkAt = (place: number, about: Thrift): Thrift =>
  struct([2, i64(place)], [3, about]);

const header = (kind: number, bytes: number, more: readonly [number, Thrift]): Uint8Array =>
  encodeThrift(struct([1, i32(kind)], [2, i32(bytes)], [3, i32(bytes)], more));

const dataHeader = (bytes: number, rows: number, encoding: number): Uint8Array =>
  header(DATA, bytes, [
    5,
    struct([1, i32(rows)], [2, i32(encoding)], [3, i32(RLE)], [4, i32(RLE)]),
  ]);

export const sizeOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, piece) => sum + piece.length, 0);

export const floatPage = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A bit a row, the lowest first. */
export function bitPage(flags: ArrayLike<number>): Uint8Array {
  const packed = new Uint8Array(Math.ceil(flags.length / 8));
  for (let row = 0; row < flags.length; row++) packed[row >> 3]! |= flags[row]! << (row & 7);
  return packed;
}

/** Which texts are there (one run of bits), then each with its length before it. */
export function textPage(column: readonly (string | null)[]): Uint8Array {
  const present = bitPage(column.map((each) => (each === null ? 0 : 1)));
  const run: number[] = [];
  writeVarint(2 * present.length + 1, run);
  const values = column.flatMap((each) => (each === null ? [] : lengthAndText(each)));
  const levels = length(run.length + present.length);
  return Buffer.concat([levels, Uint8Array.from(run), present, ...values]);
}

const lengthAndText = (each: string): Uint8Array[] => {
  const encoded = Buffer.from(each);
  return [length(encoded.length), encoded];
};

function length(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}
