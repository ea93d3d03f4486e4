import { count as grouped, InputError } from '@cede/core';
import { Inflate } from 'fflate';

/**
 * The little of ZIP that NPZ needs: the directory at the end, stored and deflated entries. Sizes
 * are checked against each other before anything is unpacked, and unpacking stops at the claimed
 * size, so that a small file can't fill the memory.
 */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly crc: number;
  readonly offset: number;
}

/** Deflate can't do better than this. */
const DEFLATE_LIMIT = 1032;
/** Numbers that predict something never shrink this much; a large entry that did is a trap. */
const HIGHEST_RATIO = 200;
const HARMLESS = 64 * 1024 * 1024;

/** The files inside a ZIP archive. */
export function readZipDirectory(bytes: Uint8Array, file: string): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, start } = findDirectory(view, file);
  const entries: ZipEntry[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw damaged(file);
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const wide = wideNumbers(view, at + 46 + nameLength, extraLength);
    const number = (where: number) => {
      const value = view.getUint32(at + where, true);
      return value === 0xffffffff ? (wide.shift() ?? value) : value;
    };
    const size = number(24);
    const packed = number(20);
    const offset = number(42);
    insistOnName(bytes, offset, bytes.subarray(at + 46, at + 46 + nameLength), file);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      size,
      packed,
      offset,
    });
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  // A directory with more entries than it claims has lost some.
  if (at + 4 <= bytes.length && view.getUint32(at, true) === 0x02014b50) throw damaged(file);
  return entries;
}

/** Every name stands in the file twice, and is under no check sum: both must agree. */
function insistOnName(bytes: Uint8Array, offset: number, name: Uint8Array, file: string): void {
  const local = bytes.subarray(offset + 30, offset + 30 + name.length);
  const length = (bytes[offset + 26] ?? 0) + 256 * (bytes[offset + 27] ?? 0);
  if (length !== name.length || name.some((byte, k) => byte !== local[k])) throw damaged(file);
}

function findDirectory(view: DataView, file: string): { count: number; start: number } {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    const count = view.getUint16(at + 10, true);
    const start = view.getUint32(at + 16, true);
    if (start !== 0xffffffff && count !== 0xffff) return { count, start };
    if (at >= 20 && view.getUint32(at - 20, true) === 0x07064b50) {
      const wide = Number(view.getBigUint64(at - 12, true));
      if (wide + 56 <= view.byteLength) {
        return {
          count: Number(view.getBigUint64(wide + 32, true)),
          start: Number(view.getBigUint64(wide + 48, true)),
        };
      }
    }
  }
  throw damaged(file);
}

/** The 64-bit sizes of an entry past 4 GB, in the order they stand in. */
function wideNumbers(view: DataView, start: number, length: number): number[] {
  const end = Math.min(start + length, view.byteLength);
  for (let at = start; at + 4 <= end; ) {
    const size = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1 && at + 4 + size <= end) {
      return Array.from({ length: Math.floor(size / 8) }, (_, k) =>
        Number(view.getBigUint64(at + 4 + 8 * k, true)),
      );
    }
    at += 4 + size;
  }
  return [];
}

/** An entry's bytes, or only the first `atMost` of them. */
export function readZipEntry(
  bytes: Uint8Array,
  entry: ZipEntry,
  file: string,
  atMost = Infinity,
): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== 0x04034b50) {
    throw damaged(file);
  }
  const start =
    entry.offset +
    30 +
    view.getUint16(entry.offset + 26, true) +
    view.getUint16(entry.offset + 28, true);
  if (start + entry.packed > bytes.length) throw damaged(file);
  const packed = bytes.subarray(start, start + entry.packed);
  if (entry.method === 0) {
    if (entry.packed !== entry.size) throw damaged(file);
    if (packed.length <= atMost) checkSum(packed, entry, file);
    return packed.subarray(0, atMost);
  }
  if (entry.method !== 8) {
    throw new InputError(
      `table ${file}: "${entry.name}" is packed in an unknown way (method ${entry.method}; expected stored or deflated).`,
    );
  }
  const partly = atMost < entry.size;
  if (!partly) refuseBomb(entry, file);
  const unpacked = inflate(packed, partly ? atMost : entry.size, partly, file);
  if (!partly) checkSum(unpacked, entry, file);
  return unpacked;
}

function refuseBomb(entry: ZipEntry, file: string): void {
  const claims = `"${entry.name}" claims to unpack ${grouped(entry.packed)} bytes to ${grouped(entry.size)}`;
  if (entry.size > DEFLATE_LIMIT * entry.packed + 64) {
    throw new InputError(
      `table ${file}: ${claims}, more than deflate can hold. The file is damaged.`,
    );
  }
  if (entry.size > HARMLESS && entry.size > HIGHEST_RATIO * entry.packed) {
    throw new InputError(
      `table ${file}: ${claims}, ${grouped(Math.round(entry.size / entry.packed))} times as much (expected at most ${HIGHEST_RATIO} times). This is no table; save it uncompressed if you trust it.`,
    );
  }
}

function inflate(packed: Uint8Array, size: number, partly: boolean, file: string): Uint8Array {
  const unpacked = new Uint8Array(size);
  let length = 0;
  const inflater = new Inflate((chunk) => {
    const fitting = chunk.subarray(0, size - length);
    unpacked.set(fitting, length);
    length += chunk.length;
  });
  try {
    for (let at = 0; at < packed.length && length <= size; at += 65_536) {
      if (partly && length >= size) break;
      inflater.push(packed.subarray(at, at + 65_536), at + 65_536 >= packed.length);
    }
  } catch {
    throw damaged(file);
  }
  if (partly ? length < size && length === 0 : length !== size) throw damaged(file);
  return unpacked.subarray(0, Math.min(length, size));
}

function checkSum(bytes: Uint8Array, entry: ZipEntry, file: string): void {
  if (crc32(bytes) !== entry.crc) {
    throw new InputError(
      `table ${file}: the check sum of "${entry.name}" is wrong. The file is damaged.`,
    );
  }
}

let crcTable: Uint32Array | undefined;

/** The check sum of bytes; of bytes that come in pieces, begun with that of the pieces before. */
export function crc32(bytes: Uint8Array, before = 0): number {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, value) => {
    let rest = value;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    return rest;
  });
  let rest = (before ^ 0xffffffff) >>> 0;
  for (let at = 0; at < bytes.length; at++)
    rest = crcTable[(rest ^ bytes[at]!) & 0xff]! ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

function damaged(file: string): InputError {
  return new InputError(`table ${file}: not a complete NPZ (ZIP) file; it is damaged or cut off.`);
}
