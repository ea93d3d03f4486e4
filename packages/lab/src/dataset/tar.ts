import { gunzipSync } from 'node:zlib';
import { InputError, insist } from '@cede/core';

const BLOCK = 512;
/** Larger than any of the official archives unpacked; a gzip bomb stops here. */
const LARGEST = 512 * 1024 * 1024;

/** The files in a tar.gz by their base names. Folders, links and comments are left out. */
export function readTarGz(bytes: Uint8Array, name: string): Map<string, Uint8Array> {
  return readTar(gunzip(bytes, name), name);
}

export function gunzip(bytes: Uint8Array, name: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST });
  } catch (error) {
    throw new InputError(
      `${name} (${bytes.length} bytes) can't be unpacked: ${(error as Error).message}. ` +
        'The file is damaged or cut short; download it again.',
    );
  }
}

function readTar(bytes: Uint8Array, name: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let offset = 0;
  while (offset + BLOCK <= bytes.length && bytes[offset] !== 0) {
    const header = Buffer.from(bytes.buffer, bytes.byteOffset + offset, BLOCK);
    insistOnChecksum(header, name, offset);
    const path = textOf(header, 0, 100);
    const size = Number.parseInt(textOf(header, 124, 12), 8);
    const start = offset + BLOCK;
    insist(
      start + size <= bytes.length,
      () =>
        `${name}: ${path} should have ${size} bytes, but the archive ends after ` +
        `${bytes.length - start} of them; download it again.`,
    );
    const type = header[156];
    // Plain files are type '0', or NUL in archives older than the standard.
    if (type === 0x30 || type === 0) {
      files.set(path.slice(path.lastIndexOf('/') + 1), bytes.subarray(start, start + size));
    }
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  insist(files.size > 0, () => `${name} is a tar archive without any file in it.`);
  return files;
}

/** A tar header carries the sum of its own bytes, its sum field read as spaces. */
function insistOnChecksum(header: Buffer, name: string, offset: number): void {
  let sum = 8 * 0x20;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += header[i];
  const stated = Number.parseInt(textOf(header, 148, 8), 8);
  insist(
    stated === sum,
    () => `${name} is not a tar archive, or a damaged one: bad header at byte ${offset}.`,
  );
}

function textOf(header: Buffer, start: number, length: number): string {
  const field = header.toString('latin1', start, start + length);
  const end = field.indexOf('\0');
  return (end < 0 ? field : field.slice(0, end)).trim();
}
