import { inflateRawSync } from 'node:zlib';
import type { Tensor } from '../src/network/network.js';

/** Float32 arrays of an npz file, for the checks on published weights; just enough of zip and npy. */
export function readNpz(bytes: Buffer): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>();
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const count = bytes.readUInt16LE(end + 10);
  let entry = bytes.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    const method = bytes.readUInt16LE(entry + 10);
    const packed = bytes.readUInt32LE(entry + 20);
    const nameLength = bytes.readUInt16LE(entry + 28);
    const extraLength = bytes.readUInt16LE(entry + 30);
    const commentLength = bytes.readUInt16LE(entry + 32);
    const local = bytes.readUInt32LE(entry + 42);
    const name = bytes.toString('utf8', entry + 46, entry + 46 + nameLength);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + packed);
    tensors.set(name.replace(/\.npy$/, ''), readNpy(method === 0 ? data : inflateRawSync(data)));
    entry += 46 + nameLength + extraLength + commentLength;
  }
  return tensors;
}

function readNpy(bytes: Buffer): Tensor {
  const start = 10 + bytes.readUInt16LE(8);
  const header = bytes.toString('latin1', 10, start);
  if (!header.includes("'<f4'") || header.includes("'fortran_order': True")) {
    throw new Error(`an array of float32 in C order was expected, found ${header}`);
  }
  const shape = [...header.matchAll(/\(([^)]*)\)/g)][0][1]
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number);
  const data = new Float32Array((bytes.length - start) / 4);
  for (let n = 0; n < data.length; n++) data[n] = bytes.readFloatLE(start + 4 * n);
  return { shape, data };
}
