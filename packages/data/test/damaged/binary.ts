import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableOptions } from '@cede/data';
import { zipSync } from 'fflate';
import { type Damaged, fileOf, ROWS } from './contract.js';

/** An array in NumPy's format; `claim` lets its header lie. */
export function npy(
  type: string,
  shape: readonly number[],
  data: ArrayBufferView,
  claim?: string,
): Uint8Array {
  const dimensions = claim ?? (shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`);
  const header = `{'descr': ${type.startsWith('[') ? type : `'${type}'`}, 'fortran_order': False, 'shape': ${dimensions}, }`;
  const length = Math.ceil((header.length + 11) / 64) * 64;
  const bytes = new Uint8Array(length + data.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (length - 10) & 0xff, (length - 10) >> 8]);
  bytes.set(new TextEncoder().encode(`${header.padEnd(length - 11)}\n`), 10);
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), length);
  return bytes;
}

const label = Int32Array.from({ length: ROWS }, (_, row) => row % 3);
const answers = Int32Array.from({ length: ROWS }, (_, row) => (row + (row % 2)) % 3);
const model = Float64Array.from({ length: 3 * ROWS }, (_, at) =>
  at % 3 === Math.floor(at / 3) % 3 ? 0.5 : 0.25,
);

const arrays = (): Record<string, Uint8Array> => ({
  'label.npy': npy('<i4', [ROWS], label),
  'model.npy': npy('<f8', [ROWS, 3], model),
  'expert_label.npy': npy('<i4', [ROWS], answers),
});

const npz = (
  name: string,
  change: (files: Record<string, Uint8Array>) => Record<string, Uint8Array> | undefined,
  message: RegExp,
  after: (zip: Uint8Array) => Uint8Array = (zip) => zip,
): Damaged => ({
  name: `NPZ: ${name}`,
  make: fileOf('damaged.npz', () => {
    const files = arrays();
    return after(zipSync(change(files) ?? files, { level: 6, mtime: new Date(1980, 0, 1) }));
  }),
  message,
});

/** Overwrites a size in the zip's directory, where readers look for it. */
function claimSize(zip: Uint8Array, entry: string, size: number): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  for (let at = 0; at + 46 < zip.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    const name = new TextDecoder().decode(
      zip.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)),
    );
    if (name === entry) view.setUint32(at + 24, size, true);
  }
  return zip;
}

/** A sound small Parquet file, from the folder of test files. */
const parquetBytes = () =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '..', 'files', 'doubles.parquet')));
const parquet = (
  name: string,
  change: (bytes: Uint8Array) => Uint8Array,
  message: RegExp,
  options?: TableOptions,
): Damaged => ({
  name: `Parquet: ${name}`,
  make: fileOf('damaged.parquet', () => change(parquetBytes())),
  message,
  options,
});

function flipped(bytes: Uint8Array, from: number, count: number): Uint8Array {
  const copy = bytes.slice();
  for (let at = from; at < from + count; at++) copy[at] = copy[at]! ^ 0x5a;
  return copy;
}

/** NPZ and Parquet. */
export const damagedBinary: readonly Damaged[] = [
  npz(
    'cut off',
    () => undefined,
    /damaged or cut off/,
    (zip) => zip.subarray(0, zip.length - 40),
  ),
  npz(
    'a byte changed',
    () => undefined,
    /damaged/,
    (zip) => flipped(zip, 60, 4),
  ),
  npz(
    'not a zip',
    () => undefined,
    /not a complete NPZ/,
    () => new Uint8Array(500).fill(65),
  ),
  npz(
    'claims gigabytes',
    () => undefined,
    /damaged|claims to unpack/,
    (zip) => claimSize(zip, 'model.npy', 0xfff00000),
  ),
  npz(
    'a bomb',
    () => ({
      'label.npy': npy('|u1', [3_000_000], new Uint8Array(3_000_000)),
      'expert_label.npy': npy('|u1', [3_000_000], new Uint8Array(3_000_000)),
      'model.npy': npy('<f8', [3_000_000, 3], new Float64Array(9_000_000)),
    }),
    /claims to unpack [\d,]+ bytes to 72,[\d,]+, [\d,]+ times as much/,
  ),
  npz(
    'a header that lies about its shape',
    (files) => ({ ...files, 'model.npy': npy('<f8', [ROWS, 3], model, '(1000000000, 3)') }),
    /bytes for 1,000,000,000 × 3 items/,
  ),
  npz(
    'pickled objects',
    (files) => ({ ...files, 'label.npy': npy('|O', [ROWS], new Uint8Array(80)) }),
    /pickled Python objects/,
  ),
  npz(
    'records',
    (files) => ({ ...files, 'label.npy': npy("[('a', '<f8')]", [ROWS], new Float64Array(ROWS)) }),
    /can't read the array's header/,
  ),
  npz(
    'complex numbers',
    (files) => ({ ...files, 'model.npy': npy('<c16', [ROWS, 3], new Float64Array(6 * ROWS)) }),
    /its type is "<c16"/,
  ),
  npz(
    'arrays of different length',
    (files) => ({ ...files, 'label.npy': npy('<i4', [7], label.subarray(0, 7)) }),
    /has \d+ rows but .* has \d+/,
  ),
  npz(
    'an array that is no array',
    (files) => ({ ...files, 'label.npy': new Uint8Array(200) }),
    /array "label": this is no NumPy array/,
  ),
  npz(
    'integer labels out of range',
    (files) => ({
      ...files,
      'label.npy': npy(
        '<i4',
        [ROWS],
        label.map((value) => value + 3),
      ),
    }),
    /row 1: the label is "3".*59 more rows/,
  ),
  npz(
    'a model of text',
    (files) => ({ ...files, 'model.npy': npy('<U2', [ROWS], new Uint32Array(2 * ROWS)) }),
    /has one column, "model" \(expected one probability a class, at least 2\)/,
  ),
  parquet('an empty file', () => new Uint8Array(0), /not a complete Parquet file/),
  parquet(
    'cut off',
    (bytes) => bytes.subarray(0, bytes.length >> 1),
    /not a complete Parquet file/,
  ),
  parquet(
    'a damaged footer',
    (bytes) => flipped(bytes, bytes.length - 120, 40),
    /not a complete Parquet file/,
  ),
  parquet('damaged pages', (bytes) => flipped(bytes, 4, 60), /Parquet file|row \d/),
  parquet(
    'text where numbers belong',
    (bytes) => bytes,
    /column "expert_label" holds text \(expected numbers for weight/,
    { weight: 'expert_label' },
  ),
  parquet('too few rows', (bytes) => bytes, /only 4 rows/),
];
