/**
 * The header of a Parquet page, in Thrift's compact form: of a struct, each field's distance to the
 * one before and its kind in one byte, then its value. Only what decoding needs is kept.
 */
export interface PageHeader {
  readonly kind: 'data' | 'data v2' | 'dictionary' | 'other';
  readonly unpackedBytes: number;
  readonly packedBytes: number;
  readonly values: number;
  readonly encoding: number;
  /** How the levels are written (3 for runs). */
  readonly levelEncoding: number;
  /** Bytes of levels in front of the values, never packed (data v2 only). */
  readonly levelBytes: number;
  readonly packed: boolean;
  /** Where the page's bytes begin. */
  readonly end: number;
}

const KINDS = ['data', 'other', 'dictionary', 'data v2'] as const;

export function readPageHeader(bytes: Uint8Array, start: number): PageHeader {
  const reader: Reader = { bytes, at: start };
  const page = readStruct(reader, 0);
  const kind = KINDS[whole(page, 1)] ?? 'other';
  const nested = page.get(kind === 'data' ? 5 : kind === 'dictionary' ? 7 : 8);
  const details = nested instanceof Map ? nested : new Map<number, Value>();
  if (kind === 'data v2' && whole(details, 6) !== 0) throw new RangeError('repeated values');
  return {
    kind,
    unpackedBytes: whole(page, 2),
    packedBytes: whole(page, 3),
    values: kind === 'other' ? 0 : whole(details, 1),
    encoding: kind === 'other' ? 0 : whole(details, kind === 'data v2' ? 4 : 2),
    levelEncoding: kind === 'data' ? whole(details, 3) : 3,
    levelBytes: kind === 'data v2' ? whole(details, 5) : 0,
    packed: details.get(7) !== 0 || kind !== 'data v2',
    end: reader.at,
  };
}

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}
type Struct = Map<number, Value>;
type Value = number | Struct | undefined;

function whole(struct: Struct, field: number): number {
  const value = struct.get(field);
  if (typeof value === 'number' && value >= 0) return value;
  throw new RangeError(`a page header without its field ${field}`);
}

function byte(reader: Reader): number {
  const value = reader.bytes[reader.at++];
  if (value === undefined) throw new RangeError('a page header that is cut off');
  return value;
}

function unsigned(reader: Reader): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const next = byte(reader);
    value += (next & 127) * factor;
    if (next < 128) return value;
    if (factor > 2 ** 56) throw new RangeError('a number without an end');
  }
}

/** Signed numbers are folded: 0, −1, 1, −2 … */
function signed(reader: Reader): number {
  const folded = unsigned(reader);
  return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
}

function readStruct(reader: Reader, depth: number): Struct {
  if (depth > 8) throw new RangeError('a page header without an end');
  const struct: Struct = new Map();
  let field = 0;
  for (;;) {
    const head = byte(reader);
    if (head === 0) return struct;
    field = head >> 4 === 0 ? signed(reader) : field + (head >> 4);
    struct.set(field, readValue(reader, head & 15, depth));
  }
}

/** Truths stand in the kind itself (as 1 and 0 here); text and doubles are passed over. */
function readValue(reader: Reader, kind: number, depth: number): Value {
  if (kind === 1 || kind === 2) return kind === 1 ? 1 : 0;
  if (kind === 3) return byte(reader);
  if (kind >= 4 && kind <= 6) return signed(reader);
  if (kind === 12) return readStruct(reader, depth + 1);
  if (kind === 7) reader.at += 8;
  else if (kind === 8) reader.at += unsigned(reader);
  else throw new RangeError(`a page header with a field of kind ${kind}`);
  return undefined;
}
