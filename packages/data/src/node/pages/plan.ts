import type { ColumnChunk, FileMetaData, SchemaElement } from 'hyparquet';
import type { Field, Want } from '../../read/contract.js';

/**
 * What is to be decoded, as plain data that a thread can be sent: which bytes of the file, to which
 * places in memory. Flat columns of numbers, as writers of predictions make them, are planned;
 * anything else is left to DuckDB.
 */
export interface PagesPlan {
  readonly groups: readonly Group[];
  readonly columns: readonly Column[];
  readonly parts: readonly Part[];
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

const TYPES: Record<string, number> = { INT32: 1, INT64: 2, FLOAT: 4, DOUBLE: 5 };
const WHOLE = ['INT32', 'INT64'];
/** Whole numbers up to this are floats, too. */
const MOST_EXACT = 2 ** 24;
const SIGNED = /^INT_(8|16|32|64)$/;

/** The fields of a file whose every column is flat and of a type known here, as DuckDB has them. */
export function flatFields(metadata: FileMetaData): Field[] | undefined {
  const [root, ...elements] = metadata.schema;
  if (root?.num_children !== elements.length) return undefined;
  const names = new Set(elements.map(({ name }) => String(name).toLowerCase()));
  if (names.size !== elements.length) return undefined;
  const fields: Field[] = [];
  for (const element of elements) {
    if (element.num_children || element.repetition_type === 'REPEATED') return undefined;
    const kind = kindOf(element);
    if (!kind) return undefined;
    fields.push({ name: element.name, kind, width: 1 });
  }
  return fields;
}

function kindOf(element: SchemaElement): Field['kind'] | undefined {
  if (isNumber(element) || element.type === 'BOOLEAN') return 'number';
  if (isText(element)) return 'text';
  const meaning = element.logical_type?.type ?? element.converted_type ?? '';
  if (/^(DATE|TIMESTAMP)/.test(meaning)) return 'either';
  return /^(UINT_|INTEGER$|DECIMAL$)/.test(meaning) ? 'number' : undefined;
}

function isNumber({ type, converted_type, logical_type }: SchemaElement): boolean {
  if (type === undefined || !(type in TYPES)) return false;
  if (converted_type !== undefined && !SIGNED.test(converted_type)) return false;
  return !logical_type || (logical_type.type === 'INTEGER' && logical_type.isSigned);
}

function isText({ type, converted_type, logical_type }: SchemaElement): boolean {
  const said = converted_type === undefined || converted_type === 'UTF8';
  return type === 'BYTE_ARRAY' && said && (!logical_type || logical_type.type === 'STRING');
}

/** Which of the wants can be decoded here: numbers, unless they are wanted as text or beside such. */
export function decodable(
  { schema }: FileMetaData,
  wants: readonly Want[],
  together: readonly (readonly number[])[],
): number[] {
  const others = wants.map(({ field, as, width }) => {
    const element = schema.slice(1).find(({ name }) => name === field);
    return !element || !isNumber(element) || as === 'text' || width !== 1;
  });
  for (const members of together)
    if (members.some((want) => others[want])) for (const want of members) others[want] = true;
  return [...wants.keys()].filter((want) => !others[want]);
}

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
    for (const place of places) {
      const chunk = chunkOf(columns[place], elements[place]!.name, rows, fileBytes);
      if (!chunk) return undefined;
      chunks.push(chunk);
      unpacked = Math.max(unpacked, Number(columns[place]!.meta_data!.total_uncompressed_size));
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
  const alone = wants.flatMap((_, want) => (grouped.has(want) ? [] : [[want]]));
  const parts = [...alone, ...together].map((members): Part => {
    return { want: members[0]!, columns: members, bytes: columns[members[0]!]!.bytes };
  });
  const block = area(4 * BLOCK * widest);
  const answers = area(2 * BLOCK);
  if (together.flat().some((want) => columns[want]!.bytes !== 4)) return undefined;
  if (!(total <= MOST_BYTES)) return undefined;
  const layout = { raw, page, pageBytes: most.unpacked, dictionary, levels, indices, pointers };
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  return { groups, columns, parts, rows, layout: { ...layout, block, answers, total } };
}
