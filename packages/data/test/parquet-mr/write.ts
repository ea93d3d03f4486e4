/**
 * Writes Parquet in the shapes of parquet-mr, the Java writer of Spark and Hive, whose own files can't
 * be kept here: PLAIN_DICTIONARY with a fallback to PLAIN in the middle of a chunk, levels by the
 * lengths of format 1, Spark's INT96 times, or the deltas of writer version 2. Nothing of this
 * repository reads or writes Parquet by this code; it follows the format's own text.
 */
import { CODECS, type Codec, compressed } from './codecs.js';
import { deltas, deltaTexts, hybrid, type Physical, plain } from './encodings.js';
import { encoded, type Field, i32, i64, list, struct, text, type Value } from './thrift.js';

export interface Shape {
  /** parquet-mr's writer version: 1 is the default of Spark. */
  readonly version: 1 | 2;
  readonly dictionary: boolean;
  readonly codec: Codec;
  readonly nullable: boolean;
}

type Cell = number | string | null;

export interface WrittenColumn {
  readonly name: string;
  readonly type: Physical;
  readonly cells: readonly Cell[];
  /** What the bytes mean beside their type: UTF8 is 0, INT_8 15. */
  readonly converted?: number;
}

const TYPES: readonly (Physical | null)[] = [
  null,
  'INT32',
  'INT64',
  'INT96',
  'FLOAT',
  'DOUBLE',
  'BYTE_ARRAY',
];
const [PLAIN, PLAIN_DICTIONARY, RLE, BIT_PACKED, DELTA, DELTA_TEXTS, RLE_DICTIONARY] = [
  0, 2, 3, 4, 5, 7, 8,
];
const [PAGE_ROWS, GROUP_ROWS] = [7, 25];

export function parquetMr(columns: readonly WrittenColumn[], shape: Shape): Uint8Array {
  const bytes: number[] = [...Buffer.from('PAR1')];
  const rows = columns[0]!.cells.length;
  const groups: Value[] = [];
  for (let from = 0; from < rows; from += GROUP_ROWS) {
    const start = bytes.length;
    const chunks = columns.map((column) => {
      const part = { ...column, cells: column.cells.slice(from, from + GROUP_ROWS) };
      return writeChunk(part, shape, bytes);
    });
    const count = Math.min(GROUP_ROWS, rows - from);
    groups.push(struct([1, list(...chunks)], [2, i64(bytes.length - start)], [3, i64(count)]));
  }
  const footer = encoded(footerOf(columns, shape, rows, groups));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(footer.length);
  return Uint8Array.from([...bytes, ...footer, ...size, ...Buffer.from('PAR1')]);
}

function footerOf(
  columns: readonly WrittenColumn[],
  shape: Shape,
  rows: number,
  groups: readonly Value[],
): Value {
  const schema = [
    struct([4, text('spark_schema')], [5, i32(columns.length)]),
    ...columns.map(({ name, type, converted }) =>
      struct(
        [1, i32(TYPES.indexOf(type))],
        [3, i32(shape.nullable ? 1 : 0)],
        [4, text(name)],
        [6, converted === undefined ? undefined : i32(converted)],
      ),
    ),
  ];
  const facts = [
    ['org.apache.spark.version', '3.5.1'],
    ['org.apache.spark.sql.parquet.row.metadata', '{"type":"struct","fields":[]}'],
  ].map(([key, value]) => struct([1, text(key!)], [2, text(value!)]));
  return struct(
    [1, i32(shape.version)],
    [2, list(...schema)],
    [3, i64(rows)],
    [4, list(...groups)],
    [5, list(...facts)],
    [6, text('parquet-mr version 1.13.1 (build db4183109d5b734ec5930d870cdae161e408ddba)')],
  );
}

/** Appends the pages of one column of one row group; its entry in the footer. */
function writeChunk({ name, type, cells }: WrittenColumn, shape: Shape, bytes: number[]): Value {
  const { version, dictionary, codec } = shape;
  const start = bytes.length;
  const encodings = new Set<number>();
  let unpacked = 0;
  const page = (
    kind: number,
    body: readonly number[],
    header: Field,
    levels: readonly number[] = [],
  ) => {
    const packedBody = compressed(body, codec);
    const head = encoded(
      struct(
        [1, i32(kind)],
        [2, i32(levels.length + body.length)],
        [3, i32(levels.length + packedBody.length)],
        header,
      ),
    );
    bytes.push(...head, ...levels, ...packedBody);
    unpacked += head.length + levels.length + body.length;
  };
  const distinct = [...new Set(cells.filter((cell) => cell !== null))];
  if (dictionary) {
    encodings.add(version === 1 ? PLAIN_DICTIONARY : PLAIN);
    const header = struct(
      [1, i32(distinct.length)],
      [2, i32(version === 1 ? PLAIN_DICTIONARY : PLAIN)],
    );
    page(
      2,
      distinct.flatMap((cell) => plain(type, cell)),
      [7, header],
    );
  }
  const first = bytes.length;
  for (let from = 0; from < cells.length; from += PAGE_ROWS) {
    const part = cells.slice(from, from + PAGE_ROWS);
    const present = part.filter((cell) => cell !== null);
    // The dictionary of doubles grew too large after the first page.
    const byDictionary = dictionary && (type !== 'DOUBLE' || from === 0);
    const { encoding, body } = byDictionary
      ? inDictionary(present, distinct, version)
      : direct(present, type, version);
    encodings.add(encoding);
    const levels = shape.nullable
      ? hybrid(
          part.map((cell) => (cell === null ? 0 : 1)),
          1,
        )
      : [];
    if (version === 1) {
      const size = levels.length;
      const prefixed = shape.nullable ? [size & 255, size >> 8, 0, 0, ...levels] : [];
      const header = struct(
        [1, i32(part.length)],
        [2, i32(encoding)],
        [3, i32(shape.nullable ? RLE : BIT_PACKED)],
        [4, i32(BIT_PACKED)],
      );
      page(0, [...prefixed, ...body], [5, header]);
      encodings.add(BIT_PACKED);
      if (shape.nullable) encodings.add(RLE);
      continue;
    }
    const header = struct(
      [1, i32(part.length)],
      [2, i32(part.length - present.length)],
      [3, i32(part.length)],
      [4, i32(encoding)],
      [5, i32(levels.length)],
      [6, i32(0)],
      [7, { bool: codec !== 'UNCOMPRESSED' }],
    );
    page(3, body, [8, header], levels);
  }
  const facts = struct(
    [1, i32(TYPES.indexOf(type))],
    [2, list(...[...encodings].map(i32))],
    [3, list(text(name))],
    [4, i32(CODECS[codec])],
    [5, i64(cells.length)],
    [6, i64(unpacked)],
    [7, i64(bytes.length - start)],
    [9, i64(first)],
    [11, dictionary ? i64(start) : undefined],
  );
  return struct([2, i64(start)], [3, facts]);
}

interface PageBody {
  readonly encoding: number;
  readonly body: readonly number[];
}

function inDictionary(
  present: readonly (number | string)[],
  distinct: readonly (number | string)[],
  version: 1 | 2,
): PageBody {
  const width = Math.max(1, (distinct.length - 1).toString(2).length);
  const places = present.map((cell) => distinct.indexOf(cell));
  return {
    encoding: version === 1 ? PLAIN_DICTIONARY : RLE_DICTIONARY,
    body: [width, ...hybrid(places, width)],
  };
}

/** Without a dictionary, or where it was given up. */
function direct(present: readonly (number | string)[], type: Physical, version: 1 | 2): PageBody {
  if (version === 2 && (type === 'INT32' || type === 'INT64'))
    return { encoding: DELTA, body: deltas(present as readonly number[]) };
  if (version === 2 && type === 'BYTE_ARRAY')
    return { encoding: DELTA_TEXTS, body: deltaTexts(present as readonly string[]) };
  return { encoding: PLAIN, body: present.flatMap((cell) => plain(type, cell)) };
}
