import { InputError } from '@cede/core';
import { Gunzip } from 'fflate';
import type { ByteSource } from './contract.js';
import { crc32 } from './zip.js';

/** Text never shrinks this much; a file that claims to is made to fill the memory. */
const HIGHEST_RATIO = 200;
const HARMLESS = 64 * 1024 * 1024;

/** A source with its gzip layer taken off as it is read, many megabytes never held at once. */
export function gunzipped(source: ByteSource): ByteSource {
  return {
    name: source.name,
    chunks: () => inflate(source),
    bytes: () => Promise.reject(noBytes(source)),
  };
}

async function* inflate(source: ByteSource): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let finished = false;
  const gunzip = new Gunzip((chunk, final) => {
    if (chunk.length > 0) ready.push(chunk);
    finished = final;
  });
  let members = 1;
  gunzip.onmember = () => {
    members++;
  };
  let read = 0;
  let written = 0;
  let sum = 0;
  let end: Uint8Array = new Uint8Array(0);
  const guard = guardRatio(source.name);
  try {
    for await (const chunk of source.chunks()) {
      // Small bites: what one bite inflates to is held in memory.
      for (let at = 0; at < chunk.length; at += 16_384) {
        const bite = chunk.slice(at, at + 16_384);
        if (read === 0 && !isGzip(bite)) throw notGzip(source.name);
        read += bite.length;
        end = lastEight(end, bite);
        gunzip.push(bite);
        for (const part of ready) {
          written += part.length;
          sum = crc32(part, sum);
          guard(read, written);
          yield part;
        }
        ready = [];
      }
    }
    if (read > 0) gunzip.push(new Uint8Array(0), true);
  } catch (error) {
    throw error instanceof InputError ? error : damagedGzip(source.name);
  }
  for (const part of ready) {
    written += part.length;
    sum = crc32(part, sum);
    yield part;
  }
  if (read > 0 && !finished) throw damagedGzip(source.name);
  // The library doesn't look at the check sum. Of several files in one only the last one's is at the end.
  if (read > 0 && members === 1 && !agrees(end, sum, written)) throw damagedGzip(source.name);
}

function lastEight(before: Uint8Array, bite: Uint8Array): Uint8Array {
  const joined = new Uint8Array(before.length + Math.min(8, bite.length));
  joined.set(before);
  joined.set(bite.subarray(-8), before.length);
  return joined.slice(-8);
}

/** The check sum and the length, as they stand at the end of a gzip file. */
function agrees(end: Uint8Array, sum: number, written: number): boolean {
  const view = new DataView(end.buffer);
  return view.getUint32(0, true) === sum && view.getUint32(4, true) === written % 2 ** 32;
}

/** Refuses output that is out of all proportion to its input. */
export function guardRatio(name: string): (read: number, written: number) => void {
  return (read, written) => {
    if (written > HARMLESS && written > HIGHEST_RATIO * read) {
      throw new InputError(
        `table ${name}: ${Math.round(read / 1024)} KB unpack to more than ${Math.round(written / 1024 / 1024)} MB, ${Math.round(written / read)} times as much (expected at most ${HIGHEST_RATIO} times). This is no table; unpack it by hand if you trust it.`,
      );
    }
  };
}

/** Whether the first bytes are gzip's, as far as there are any. */
export const isGzip = ([a = 0x1f, b = 0x8b]: Uint8Array): boolean => a === 0x1f && b === 0x8b;

export function notGzip(name: string): InputError {
  return new InputError(
    `table ${name}: the file is not gzip-compressed. Give it a name without .gz.`,
  );
}

export function damagedGzip(name: string): InputError {
  return new InputError(`table ${name}: the gzip data is damaged or cut off.`);
}

function noBytes(source: ByteSource): InputError {
  return new InputError(`table ${source.name}: only text formats may be gzip-compressed.`);
}
