import type { Thrift } from './thrift.js';

/**
 * Thrift's compact protocol, read just so far that parts of it can be copied: a struct is its fields
 * as bytes, and nobody has to know what a later version of the format writes into them.
 */
export type Fields = ReadonlyMap<number, Raw>;

/** A value as it was found. */
export type Raw = Extract<Thrift, { readonly raw: Uint8Array }>;

const STRUCT = 12;
const LIST = 9;

/** The fields of a struct that begins here, and where it ends. */
export function readStruct(bytes: Uint8Array, from = 0): { fields: Fields; end: number } {
  const fields = new Map<number, Raw>();
  let at = from;
  let field = 0;
  for (;;) {
    const header = byteAt(bytes, at++);
    if (header === 0) return { fields, end: at };
    const type = header & 15;
    if (header >> 4 > 0) field += header >> 4;
    else {
      const number = readVarint(bytes, at);
      field = half(number.value);
      at = number.end;
    }
    const end = endOf(bytes, at, type);
    fields.set(field, { raw: bytes.subarray(at, end), type });
    at = end;
  }
}

export const structIn = ({ raw, type }: Raw): Fields => {
  if (type !== STRUCT) throw new UnclearParquet('a struct was expected');
  return readStruct(raw).fields;
};

/** The items of a list. */
export function listIn({ raw, type }: Raw): Raw[] {
  if (type !== LIST) throw new UnclearParquet('a list was expected');
  const { count, of, at: first } = listHead(raw, 0);
  const items: Raw[] = [];
  let at = first;
  for (let k = 0; k < count; k++) {
    const end = endOf(raw, at, of, true);
    items.push({ raw: raw.subarray(at, end), type: of });
    at = end;
  }
  return items;
}

/** A whole number, undefined where the field isn't there. */
export function numberIn(value: Raw | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (value.type < 4 || value.type > 6) throw new UnclearParquet('a number was expected');
  return half(readVarint(value.raw, 0).value);
}

export function textIn(value: Raw | undefined): string {
  if (value?.type !== 8) throw new UnclearParquet('a text was expected');
  return new TextDecoder().decode(value.raw.subarray(readVarint(value.raw, 0).end));
}

/** What is not understood is left to DuckDB. */
export class UnclearParquet extends Error {
  override name = 'UnclearParquet';
}

/** Signed numbers are doubled, and negative ones fill the odd places; none that is read is one. */
const half = (value: number): number => {
  if (value % 2 !== 0) throw new UnclearParquet('a negative number');
  return value / 2;
};

function byteAt(bytes: Uint8Array, at: number): number {
  const value = bytes[at];
  if (value === undefined) throw new UnclearParquet('the end is missing');
  return value;
}

function readVarint(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  let at = from;
  for (let place = 1; ; place *= 128) {
    const next = byteAt(bytes, at++);
    value += (next & 127) * place;
    if (next < 128) return { value, end: at };
  }
}

function listHead(bytes: Uint8Array, from: number) {
  const header = byteAt(bytes, from);
  if (header >> 4 < 15) return { count: header >> 4, of: header & 15, at: from + 1 };
  const { value, end } = readVarint(bytes, from + 1);
  return { count: value, of: header & 15, at: end };
}

/** Where a value ends; a truth is part of its field's header, but a byte in a list. */
function endOf(bytes: Uint8Array, from: number, type: number, inList = false): number {
  if (type <= 2) return inList ? from + 1 : from;
  if (type === 3) return from + 1;
  if (type <= 6) return readVarint(bytes, from).end;
  if (type === 7) return from + 8;
  if (type === 8) {
    const { value, end } = readVarint(bytes, from);
    if (end + value > bytes.length) throw new UnclearParquet('the end is missing');
    return end + value;
  }
  if (type === STRUCT) return readStruct(bytes, from).end;
  if (type !== LIST) throw new UnclearParquet(`a value of type ${type}`);
  const { count, of, at } = listHead(bytes, from);
  let end = at;
  for (let k = 0; k < count; k++) end = endOf(bytes, end, of, true);
  return end;
}
