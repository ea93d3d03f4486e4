import type { ColumnChunk, FileMetaData, SchemaElement } from 'hyparquet';
import type { Want } from '../../read/contract.js';
import { decodable, isTextual, WHOLE } from './fields.js';
import { TYPES } from './types.js';

/**
 * What is to be decoded, as plain data that a thread can be sent: which bytes of the file, to which
 * places in memory. Flat columns of numbers and text, as writers of predictions make them, are
 * planned; anything else is left to DuckDB.
 */
export interface PagesPlan {
  readonly groups: readonly Group[];
  readonly columns: readonly Column[];
  readonly parts: readonly Part[];
  /** Columns that become text, which only the thread that hands it on can make. */
  readonly texts: readonly number[];
  readonly rows: number;
  readonly layout: Layout;
}

export interface Group {
  readonly rows: number;
  /** Rows of the groups before. */
  readonly before: number;
  /** One for each column. */
  readonly chunks: readonly Chunk[];
}

export interface Chunk {
  readonly offset: number;
  readonly bytes: number;
  readonly snappy: boolean;
}

export interface Column {
  /** Parquet's number of the type. */
  readonly type: number;
  readonly optional: boolean;
  /** 4 for floats, 8 for doubles. */
  readonly bytes: 4 | 8;
  /** Doubles were wanted, but the file says that its whole numbers are small enough for floats. */
  readonly narrowed: boolean;
  /** Where a row group's values lie. */
  readonly at: number;
}

/** What a batch holds in one place: a column, or several side by side. */
export interface Part {
  readonly want: number;
  readonly columns: readonly number[];
  readonly bytes: 4 | 8;
}

/** Where areas of memory begin, in bytes; in `block` columns are laid side by side, `answers` are theirs. */
export interface Layout {
  /** Rows of the largest row group. */
  readonly mostRows: number;
  readonly raw: number;
  readonly page: number;
  readonly pageBytes: number;
  readonly dictionary: number;
  readonly levels: number;
  readonly indices: number;
  readonly pointers: number;
  readonly block: number;
  readonly answers: number;
  readonly total: number;
}

/** Rows of a block: few enough that what is laid side by side is copied out of the cache. */
export const BLOCK = 2048;
/** Room behind every area for reads and writes of whole vectors. */
const SLACK = 64;
/** More than this at once and DuckDB, which needn't hold a whole row group, is the better reader. */
const MOST_BYTES = 2 ** 30;
/** Answers are kept in 16 bits. */
const MOST_CLASSES = 2 ** 15;

/** Whole numbers up to this are floats, too. */
const MOST_EXACT = 2 ** 24;
/** How the wants are decoded, or undefined where one of them can't be here. */
export function planPages(
  metadata: FileMetaData,
  wants: readonly Want[],
  together: readonly (readonly number[])[],
  fileBytes: number,
): PagesPlan | undefined {
  const elements = metadata.schema.slice(1);
  const places = wants.map(({ field }) => elements.findIndex(({ name }) => name === field));
  if (wants.length === 0 || decodable(metadata, wants, together).length < wants.length)
    return undefined;
  const groups: Group[] = [];
  let unpacked = 0;
  let before = 0;
  for (const { columns, num_rows } of metadata.row_groups) {
    const rows = Number(num_rows);
    const chunks: Chunk[] = [];
    for (const column of places) {
      const chunk = chunkOf(columns[column], elements[column]!.name, rows, fileBytes);
      if (!chunk) return undefined;
      chunks.push(chunk);
      unpacked = Math.max(unpacked, Number(columns[column]!.meta_data!.total_uncompressed_size));
    }
    if (rows > 0) groups.push({ rows, before, chunks });
    before += rows;
  }
  const narrow = wants.map(
    ({ as }, position) => as === 'label' && isSmall(metadata, places[position]!),
  );
  const rows = Math.max(0, ...groups.map((group) => group.rows));
  const packed = Math.max(0, ...groups.flatMap(({ chunks }) => chunks.map(({ bytes }) => bytes)));
  return place(groups, elements, places, wants, together, narrow, { rows, packed, unpacked });
}

/** Whether a column's statistics, if there are any, tell of small whole numbers only, as labels are. */
function isSmall({ row_groups, schema }: FileMetaData, place: number): boolean {
  const within = (value: unknown) => value !== undefined && Math.abs(Number(value)) <= MOST_EXACT;
  return (
    WHOLE.includes(schema[place + 1]!.type!) &&
    row_groups.every(({ columns }) => {
      const { min_value, max_value } = columns[place]?.meta_data?.statistics ?? {};
      return within(min_value) && within(max_value);
    })
  );
}

function chunkOf(
  chunk: ColumnChunk | undefined,
  name: string,
  rows: number,
  fileBytes: number,
): Chunk | undefined {
  const about = chunk?.meta_data;
  if (!about || chunk.file_path || about.path_in_schema.join('.') !== name) return undefined;
  if (Number(about.num_values) !== rows) return undefined;
  if (about.codec !== 'UNCOMPRESSED' && about.codec !== 'SNAPPY') return undefined;
  const dictionary = Number(about.dictionary_page_offset ?? 0);
  const data = Number(about.data_page_offset);
  const offset = dictionary > 0 ? Math.min(dictionary, data) : data;
  const bytes = Number(about.total_compressed_size);
  if (!(offset >= 4 && bytes >= 0 && offset + bytes <= fileBytes)) return undefined;
  if (!(Number(about.total_uncompressed_size) >= 0)) return undefined;
  return { offset, bytes, snappy: about.codec === 'SNAPPY' };
}

/** Lays the areas out one behind the other. */
function place(
  groups: readonly Group[],
  elements: readonly SchemaElement[],
  places: readonly number[],
  wants: readonly Want[],
  together: readonly (readonly number[])[],
  narrow: readonly boolean[],
  most: { rows: number; packed: number; unpacked: number },
): PagesPlan | undefined {
  let total = 64;
  const area = (bytes: number) => {
    const at = total;
    total += Math.ceil((bytes + SLACK) / 16) * 16;
    return at;
  };
  const raw = area(most.packed);
  const page = area(most.unpacked);
  // Floats may become doubles, and a damaged file may say it unpacks to less than it holds.
  const dictionary = area(2 * Math.max(most.unpacked, most.packed));
  const levels = area(4 * most.rows);
  const indices = area(4 * most.rows);
  const pointers = area(4 * wants.length);
  const widest = Math.max(1, ...together.map(({ length }) => length));
  if (widest > MOST_CLASSES) return undefined;
  // One part is decoded at a time, so all parts share their areas; the first may hold doubles.
  const areas = Array.from({ length: widest }, (_, k) => area(most.rows * (k === 0 ? 8 : 4)));
  const columns = wants.map(({ as }, position): Column => {
    const { type, repetition_type } = elements[places[position]!]!;
    const narrowed = narrow[position]!;
    const bytes = as === 'float32' || narrowed ? 4 : 8;
    const optional = repetition_type !== 'REQUIRED';
    const member = together.map((wants) => wants.indexOf(position)).find((k) => k >= 0) ?? 0;
    return { type: TYPES[type!]!, optional, bytes, narrowed, at: areas[member]! };
  });
  const grouped = new Set(together.flat());
  const texts = [...wants.keys()].filter((want) =>
    isTextual(elements[places[want]!]!, wants[want]!),
  );
  const alone = wants.flatMap((_, want) =>
    grouped.has(want) || texts.includes(want) ? [] : [[want]],
  );
  const parts = [...alone, ...together].map((members): Part => {
    return { want: members[0]!, columns: members, bytes: columns[members[0]!]!.bytes };
  });
  const block = area(4 * BLOCK * widest);
  const answers = area(2 * BLOCK);
  if (together.flat().some((want) => columns[want]!.bytes !== 4 || texts.includes(want)))
    return undefined;
  if (!(total <= MOST_BYTES)) return undefined;
  const layout = { mostRows: most.rows, raw, page, pageBytes: most.unpacked };
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const others = { dictionary, levels, indices, pointers, block, answers, total };
  return { groups, columns, parts, texts, rows, layout: { ...layout, ...others } };
}
