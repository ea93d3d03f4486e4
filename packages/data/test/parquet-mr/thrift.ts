/** The part of Thrift's compact protocol that Parquet's headers need. */

export type Field = readonly [id: number, value: Value | undefined];
export type Value =
  | { readonly i8: number }
  | { readonly i32: number }
  | { readonly i64: number }
  | { readonly bool: boolean }
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | { readonly list: readonly Value[] }
  | { readonly struct: readonly Field[] };

export const i32 = (value: number): Value => ({ i32: value });
export const i64 = (value: number): Value => ({ i64: value });
export const text = (value: string): Value => ({ text: value });
export const list = (...values: readonly Value[]): Value => ({ list: values });
export const struct = (...fields: readonly Field[]): Value => ({ struct: fields });

/** A number in pieces of seven bits, the lowest first. */
export function varint(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

/** Small numbers of either sign as small ones without. */
export const zigzag = (value: number | bigint): bigint =>
  BigInt(value) < 0n ? -2n * BigInt(value) - 1n : 2n * BigInt(value);

const typeOf = (value: Value): number => {
  if ('bool' in value) return value.bool ? 1 : 2;
  if ('i8' in value) return 3;
  if ('i32' in value) return 5;
  if ('i64' in value) return 6;
  if ('text' in value || 'bytes' in value) return 8;
  return 'list' in value ? 9 : 12;
};

export function encoded(value: Value): number[] {
  if ('bool' in value) return []; // its type says it
  if ('i8' in value) return [value.i8];
  if ('i32' in value) return varint(zigzag(value.i32));
  if ('i64' in value) return varint(zigzag(value.i64));
  if ('text' in value) return encoded({ bytes: Buffer.from(value.text) });
  if ('bytes' in value) return [...varint(value.bytes.length), ...value.bytes];
  if ('struct' in value) return fields(value.struct);
  const { length } = value.list;
  const type = typeOf(value.list[0]!);
  const head = length < 15 ? [(length << 4) | type] : [0xf0 | type, ...varint(length)];
  return [...head, ...value.list.flatMap(encoded)];
}

function fields(all: readonly Field[]): number[] {
  let before = 0;
  const bytes = all.flatMap(([id, value]) => {
    if (value === undefined) return [];
    const head = ((id - before) << 4) | typeOf(value);
    before = id;
    return [head, ...encoded(value)];
  });
  return [...bytes, 0];
}
