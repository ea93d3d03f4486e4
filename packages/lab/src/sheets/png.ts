import { inflateSync } from 'node:zlib';
import { InputError, insist } from '@cede/core';

/** A decoded picture: rows of pixels, each pixel its red, green and blue byte. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BYTES_PER_PIXEL = 3;

/**
 * Reads the one kind of PNG that image sheets come in: 8-bit RGB, not interlaced. zlib does the
 * decompression; what is left is the list of chunks and the five row filters of the standard.
 */
export function readPng(bytes: Uint8Array, name: string): Picture {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  insist(
    file.subarray(0, 8).equals(SIGNATURE),
    () => `${name} is not a PNG file: its first 8 bytes are not the PNG signature.`,
  );
  const { header, data } = chunksOf(file, name);
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const [depth, colour, , , interlace] = header.subarray(8);
  insist(
    depth === 8 && colour === 2 && interlace === 0,
    () =>
      `${name} is a PNG of depth ${depth}, colour type ${colour}, interlace ${interlace}; ` +
      'only 8-bit RGB without interlace (8, 2, 0) can be read.',
  );
  const stride = width * BYTES_PER_PIXEL;
  const filtered = inflate(data, name);
  insist(
    filtered.length === height * (stride + 1),
    () =>
      `${name} holds ${filtered.length} bytes of pixels, but ${width}×${height} RGB needs ` +
      `${height * (stride + 1)}; the file is damaged.`,
  );
  return { width, height, pixels: unfilter(filtered, stride, height, name) };
}

function chunksOf(file: Buffer, name: string): { header: Buffer; data: Buffer } {
  let header: Buffer | undefined;
  const data: Buffer[] = [];
  let offset = 8;
  while (offset + 12 <= file.length) {
    const length = file.readUInt32BE(offset);
    const type = file.toString('latin1', offset + 4, offset + 8);
    const body = file.subarray(offset + 8, offset + 8 + length);
    if (body.length < length) break;
    if (type === 'IHDR' && length === 13) header = body;
    if (type === 'IDAT') data.push(body);
    if (type === 'IEND' && header) return { header, data: Buffer.concat(data) };
    offset += length + 12; // length, type and check sum are 4 bytes each
  }
  throw new InputError(`${name} ends after ${file.length} bytes without PNG's closing chunk.`);
}

function inflate(data: Buffer, name: string): Uint8Array {
  try {
    return inflateSync(data);
  } catch (error) {
    throw new InputError(
      `${name}: its pixels can't be decompressed (${(error as Error).message}).`,
    );
  }
}

/** Undoes the filter of each row; every filter adds a guess made from the bytes left and above. */
function unfilter(filtered: Uint8Array, stride: number, height: number, name: string): Uint8Array {
  const pixels = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const source = row * (stride + 1) + 1;
    const target = row * stride;
    const guess = FILTERS[filtered[source - 1]];
    insist(
      guess !== undefined,
      () => `${name}, pixel row ${row + 1}: filter ${filtered[source - 1]} is none of PNG's 0 … 4.`,
    );
    for (let i = 0; i < stride; i++) {
      const left = i >= BYTES_PER_PIXEL ? pixels[target + i - BYTES_PER_PIXEL] : 0;
      const above = row > 0 ? pixels[target + i - stride] : 0;
      const corner =
        row > 0 && i >= BYTES_PER_PIXEL ? pixels[target + i - stride - BYTES_PER_PIXEL] : 0;
      pixels[target + i] = filtered[source + i] + guess(left, above, corner);
    }
  }
  return pixels;
}

const FILTERS: readonly ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

/** Of left, above and corner, the one nearest to left + above − corner. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
