import { InputError, insist } from '@cede/core';
import { unzipSync } from 'fflate';

/** An array of bytes with its shape, as NumPy stores images and labels. */
export interface ByteArray {
  readonly shape: readonly number[];
  readonly values: Uint8Array;
}

/** PathMNIST, the largest official file, unpacks to 250 MB; a zip bomb stops here. */
const LARGEST = 1024 * 1024 * 1024;
const MAGIC = '\x93NUMPY';

/** The arrays of an npz file by name. Only bytes in C order: what MedMNIST's files hold. */
export function readByteArrays(bytes: Uint8Array, name: string): Map<string, ByteArray> {
  const arrays = new Map<string, ByteArray>();
  for (const [entry, content] of Object.entries(unzip(bytes, name))) {
    const key = entry.replace(/\.npy$/, '');
    arrays.set(key, parseNpy(content, `${name}, array ${key}`));
  }
  return arrays;
}

function unzip(bytes: Uint8Array, name: string): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name: entry, originalSize }) => {
        total += originalSize;
        insist(total <= LARGEST, () => `${name}: ${entry} and others unpack to ${total} bytes.`);
        return entry.endsWith('.npy');
      },
    });
  } catch (error) {
    throw new InputError(
      `${name} (${bytes.length} bytes) is no npz file, or a damaged one: ` +
        `${(error as Error).message}. Download it again.`,
    );
  }
}

function parseNpy(content: Uint8Array, where: string): ByteArray {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const latin = new TextDecoder('latin1');
  insist(
    content.length >= 12 && latin.decode(content.subarray(0, 6)) === MAGIC,
    () => `${where}: not a NumPy array.`,
  );
  const [start, length] =
    content[6] === 1 ? [10, view.getUint16(8, true)] : [12, view.getUint32(8, true)];
  const header = latin.decode(content.subarray(start, start + length));
  const type = /'descr':\s*'([^']*)'/.exec(header)?.[1];
  insist(type === '|u1' || type === 'u1', () => `${where}: type ${type}, expected bytes (|u1).`);
  insist(
    /'fortran_order':\s*False/.test(header),
    () => `${where}: Fortran order, expected C order; save it with numpy.ascontiguousarray.`,
  );
  const shape = (/'shape':\s*\(([^)]*)\)/.exec(header)?.[1] ?? '')
    .split(',')
    .filter((size) => size.trim() !== '')
    .map(Number);
  const values = content.subarray(start + length);
  const expected = shape.reduce((product, size) => product * size, 1);
  insist(
    values.length === expected,
    () => `${where}: shape (${shape.join(', ')}) needs ${expected} bytes, found ${values.length}.`,
  );
  return { shape, values };
}
