import { createHash } from 'node:crypto';
import { InputError } from '@cede/core';
import { tensorShapes } from './architecture.js';
import { type Network, networkFromTensors, type Tensor } from './network.js';
import type { NetworkSpec } from './spec.js';

/**
 * Named float32 arrays as a file: one line of JSON (what it is, a note, names and lengths, the SHA-256
 * of the numbers), then the numbers, little-endian, in order. The same content is always the same bytes.
 */
export interface Archive<Note> {
  note: Note;
  arrays: [name: string, data: Float32Array][];
}

export function encodeArchive<Note>(format: string, { note, arrays }: Archive<Note>): Uint8Array {
  const total = arrays.reduce((sum, [, data]) => sum + data.length, 0);
  const body = new DataView(new ArrayBuffer(4 * total));
  let at = 0;
  for (const [, data] of arrays) {
    for (let n = 0; n < data.length; n++, at += 4) body.setFloat32(at, data[n], true);
  }
  const numbers = new Uint8Array(body.buffer);
  const header = {
    format,
    version: 1,
    note,
    arrays: arrays.map(([name, data]) => [name, data.length]),
    sha256: createHash('sha256').update(numbers).digest('hex'),
  };
  const line = new TextEncoder().encode(`${JSON.stringify(header)}\n`);
  const bytes = new Uint8Array(line.length + numbers.length);
  bytes.set(line);
  bytes.set(numbers, line.length);
  return bytes;
}

export function decodeArchive<Note>(
  format: string,
  bytes: Uint8Array,
  name = 'file',
): Archive<Note> {
  const end = bytes.indexOf(10);
  let header: {
    format: string;
    version: number;
    note: Note;
    arrays: [string, number][];
    sha256: string;
  };
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  } catch {
    throw new InputError(`${name}: no ${format} header found in ${bytes.length} bytes.`);
  }
  if (header.format !== format || header.version !== 1) {
    throw new InputError(
      `${name}: format ${header.format} version ${header.version} (expected ${format} version 1).`,
    );
  }
  const numbers = bytes.subarray(end + 1);
  if (createHash('sha256').update(numbers).digest('hex') !== header.sha256) {
    throw new InputError(
      `${name}: damaged, the checksum of its ${numbers.length} bytes of numbers differs. Delete it and make it again.`,
    );
  }
  const view = new DataView(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  let at = 0;
  const arrays = header.arrays.map(([array, length]): [string, Float32Array] => {
    const data = new Float32Array(length);
    for (let n = 0; n < length; n++, at += 4) data[n] = view.getFloat32(at, true);
    return [array, data];
  });
  return { note: header.note, arrays };
}

const FORMAT = 'cede/network';

export function encodeNetwork(network: Network): Uint8Array {
  const arrays = [...network.tensors].map(([name, { data }]): [string, Float32Array] => [
    name,
    data,
  ]);
  return encodeArchive(FORMAT, { note: network.spec, arrays });
}

export function decodeNetwork(bytes: Uint8Array, name = 'network'): Network {
  const { note: spec, arrays } = decodeArchive<NetworkSpec>(FORMAT, bytes, name);
  return networkFromTensors(spec, withShapes(spec, arrays));
}

export function withShapes(
  spec: NetworkSpec,
  arrays: [string, Float32Array][],
): Map<string, Tensor> {
  const shapes = new Map(tensorShapes(spec));
  return new Map(
    arrays.map(([name, data]) => [name, { shape: shapes.get(name) ?? [data.length], data }]),
  );
}
