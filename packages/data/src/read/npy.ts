import { InputError } from '@cede/core';

/** One array of NumPy's .npy format: where its numbers are and how they are written. */
export interface NpyArray {
  /** Begins messages: `table x.npz, array "model"`. */
  readonly where: string;
  readonly shape: readonly number[];
  readonly kind: 'float' | 'integer' | 'boolean' | 'text';
  /** Bytes an item. */
  readonly size: number;
  readonly code: string;
  readonly swapped: boolean;
  readonly fortran: boolean;
  /** Bytes before the first item. */
  readonly offset: number;
}

const KINDS: Record<string, NpyArray['kind']> = {
  f2: 'float',
  f4: 'float',
  f8: 'float',
  b1: 'boolean',
  ...Object.fromEntries(
    ['i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8'].map((code) => [code, 'integer']),
  ),
};

/** Longer headers belong to structured arrays, which are refused anyway. */
export const NPY_HEADER_ROOM = 4096;

/** Reads the header. */
export function readNpyHeader(bytes: Uint8Array, where: string): NpyArray {
  const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
  if (bytes.length < 12 || magic.some((byte, at) => bytes[at] !== byte)) {
    throw new InputError(`${where}: this is no NumPy array.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = bytes[6]! >= 2;
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  const offset = (wide ? 12 : 10) + length;
  const header = new TextDecoder().decode(bytes.subarray(wide ? 12 : 10, offset));
  const descriptor = /'descr':\s*'([^']*)'/.exec(header)?.[1];
  const order = /'fortran_order':\s*(True|False)/.exec(header)?.[1];
  const shape = /'shape':\s*\(([^)]*)\)/.exec(header)?.[1];
  if (offset > bytes.length || descriptor === undefined || !order || shape === undefined) {
    throw new InputError(
      `${where}: can't read the array's header (expected one plain array; records and pickled objects are not read).`,
    );
  }
  const code = descriptor.replace(/^[<>|=]/, '');
  const text = /^([US])(\d+)$/.exec(code);
  const kind = text ? 'text' : KINDS[code];
  if (!kind) {
    const object = code.startsWith('O') ? ', that is pickled Python objects' : '';
    throw new InputError(
      `${where}: its type is "${descriptor}"${object} (expected numbers or text). Save it with astype(float) or astype(str).`,
    );
  }
  return {
    where,
    shape: shape
      .split(',')
      .filter((part) => part.trim() !== '')
      .map(Number),
    kind,
    size: text ? Number(text[2]) * (text[1] === 'U' ? 4 : 1) : Number(code.slice(1)),
    code: text ? text[1]! : code,
    swapped: descriptor.startsWith('>'),
    fortran: order === 'True',
    offset,
  };
}

/** Rows `from … to` of a one- or two-dimensional array of numbers, row by row. */
export function npyNumbers(
  bytes: Uint8Array,
  array: NpyArray,
  from: number,
  to: number,
): Float32Array | Float64Array {
  const [rows = 0, width = 1] = array.shape;
  if (!array.fortran || width === 1) return items(bytes, array, from * width, (to - from) * width);
  const count = to - from;
  const values = new Float64Array(count * width);
  for (let k = 0; k < width; k++) {
    const column = items(bytes, array, k * rows + from, count);
    for (let row = 0; row < count; row++) values[row * width + k] = column[row]!;
  }
  return values;
}

/** Rows of a one-dimensional array of 64-bit integers, exactly. */
export function npyIntegers(
  bytes: Uint8Array,
  array: NpyArray,
  from: number,
  to: number,
): BigInt64Array | BigUint64Array {
  const { buffer } = copyOf(bytes, array, from, to - from);
  return array.code === 'i8' ? new BigInt64Array(buffer) : new BigUint64Array(buffer);
}

/** Rows of a one-dimensional array of text. */
export function npyTexts(bytes: Uint8Array, array: NpyArray, from: number, to: number): string[] {
  const texts: string[] = [];
  for (let row = from; row < to; row++) {
    const at = array.offset + row * array.size;
    const item = bytes.subarray(at, at + array.size);
    texts.push(
      array.code === 'S'
        ? decoded(item, array, row).replace(/\0+$/, '')
        : utf32(item, array.swapped),
    );
  }
  return texts;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decoded(item: Uint8Array, { where }: NpyArray, row: number): string {
  try {
    return utf8.decode(item);
  } catch {
    throw new InputError(
      `${where}, row ${row + 1}: the text is not UTF-8. Save it with astype(str).`,
    );
  }
}

function utf32(item: Uint8Array, swapped: boolean): string {
  const view = new DataView(item.buffer, item.byteOffset, item.byteLength);
  let text = '';
  for (let at = 0; at + 4 <= item.length; at += 4) {
    const letter = view.getUint32(at, !swapped);
    if (letter === 0) break;
    text += letter <= 0x10ffff ? String.fromCodePoint(letter) : '\ufffd';
  }
  return text;
}

function items(
  bytes: Uint8Array,
  array: NpyArray,
  first: number,
  count: number,
): Float32Array | Float64Array {
  const copy = copyOf(bytes, array, first, count);
  const { buffer } = copy;
  switch (array.code) {
    case 'f4':
      return new Float32Array(buffer);
    case 'f8':
      return new Float64Array(buffer);
    case 'f2':
      return Float32Array.from(new Uint16Array(buffer), half);
    case 'i8':
      return Float64Array.from(new BigInt64Array(buffer), Number);
    case 'u8':
      return Float64Array.from(new BigUint64Array(buffer), Number);
    case 'i4':
      return Float64Array.from(new Int32Array(buffer));
    case 'u4':
      return Float64Array.from(new Uint32Array(buffer));
    case 'i2':
      return Float64Array.from(new Int16Array(buffer));
    case 'u2':
      return Float64Array.from(new Uint16Array(buffer));
    case 'i1':
      return Float64Array.from(new Int8Array(buffer));
    default:
      return Float64Array.from(copy);
  }
}

/** A copy that begins at an aligned address (a Buffer's own slice would be a view), in this machine's byte order. */
function copyOf(bytes: Uint8Array, array: NpyArray, first: number, count: number) {
  const start = array.offset + first * array.size;
  const copy = new Uint8Array(bytes.subarray(start, start + count * array.size));
  if (array.swapped && array.size > 1) swap(copy, array.size);
  return copy;
}

function swap(bytes: Uint8Array, size: number): void {
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}

/** IEEE half precision. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
