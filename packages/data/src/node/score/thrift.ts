/**
 * Thrift's compact protocol, in which Parquet writes what it says of its pages: just the types that
 * `score-file.ts` needs.
 */
export type Thrift =
  | { readonly i32: number }
  | { readonly i64: number }
  | { readonly text: string }
  | { readonly list: readonly Thrift[] }
  /** Fields by their numbers, rising. */
  | { readonly struct: readonly (readonly [field: number, value: Thrift])[] };

export const i32 = (value: number): Thrift => ({ i32: value });
export const i64 = (value: number): Thrift => ({ i64: value });
export const text = (value: string): Thrift => ({ text: value });
export const list = (...values: readonly Thrift[]): Thrift => ({ list: values });
export const struct = (...fields: readonly (readonly [number, Thrift])[]): Thrift => ({
  struct: fields,
});

/** The bytes of a value. */
export function encodeThrift(value: Thrift): Uint8Array {
  const bytes: number[] = [];
  write(value, bytes);
  return Uint8Array.from(bytes);
}

/** A whole number in groups of seven bits, the lowest first; past 2³¹, so no shifts. */
export function writeVarint(value: number, bytes: number[]): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
}

function write(value: Thrift, bytes: number[]): void {
  // Signed numbers are doubled; none here is negative.
  if ('i32' in value) writeVarint(2 * value.i32, bytes);
  else if ('i64' in value) writeVarint(2 * value.i64, bytes);
  else if ('text' in value) {
    const encoded = new TextEncoder().encode(value.text);
    writeVarint(encoded.length, bytes);
    bytes.push(...encoded);
  } else if ('list' in value) writeList(value.list, bytes);
  else {
    let before = 0;
    for (const [field, of] of value.struct) {
      bytes.push(((field - before) << 4) | typeOf(of));
      write(of, bytes);
      before = field;
    }
    bytes.push(0);
  }
}

function writeList(values: readonly Thrift[], bytes: number[]): void {
  const type = values.length > 0 ? typeOf(values[0]!) : STRUCT;
  if (values.length < 15) bytes.push((values.length << 4) | type);
  else {
    bytes.push(0xf0 | type);
    writeVarint(values.length, bytes);
  }
  for (const each of values) write(each, bytes);
}

const STRUCT = 12;

const typeOf = (value: Thrift): number =>
  'i32' in value ? 5 : 'i64' in value ? 6 : 'text' in value ? 8 : 'list' in value ? 9 : STRUCT;
