import { insist } from '@cede/core';
import { readNpyHeader, readZipDirectory, readZipEntry } from '@cede/data';

/** An array of bytes with its shape, as NumPy stores images and labels. */
export interface ByteArray {
  readonly shape: readonly number[];
  readonly values: Uint8Array;
}

/** The arrays of an npz file by name. Only bytes in C order: what MedMNIST's files hold. */
export function readByteArrays(bytes: Uint8Array, name: string): Map<string, ByteArray> {
  const arrays = new Map<string, ByteArray>();
  for (const entry of readZipDirectory(bytes, name)) {
    if (!entry.name.endsWith('.npy')) continue;
    const key = entry.name.slice(0, -'.npy'.length);
    arrays.set(key, byteArrayOf(readZipEntry(bytes, entry, name), `${name}, array ${key}`));
  }
  return arrays;
}

function byteArrayOf(content: Uint8Array, where: string): ByteArray {
  const { code, fortran, shape, offset } = readNpyHeader(content, where);
  insist(code === 'u1', () => `${where}: type ${code}, expected bytes (u1).`);
  insist(
    !fortran,
    () => `${where}: Fortran order, expected C order; save it with numpy.ascontiguousarray.`,
  );
  const values = content.subarray(offset);
  const expected = shape.reduce((product, size) => product * size, 1);
  insist(
    values.length === expected,
    () => `${where}: shape (${shape.join(', ')}) needs ${expected} bytes, found ${values.length}.`,
  );
  return { shape, values };
}
