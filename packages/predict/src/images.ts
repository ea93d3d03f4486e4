import { readFile } from 'node:fs/promises';
import { InputError, optionText } from '@cede/core';
import { npyNumbers, readNpyHeader, readZipDirectory, readZipEntry } from '@cede/data';
import type { Images } from './classifier.js';

/** Images and, where the file has them, their true classes. */
export interface LabelledImages {
  readonly images: Images;
  readonly label?: Int32Array;
}

/**
 * Images (and labels, where they are) of an NPZ file: arrays `images` and `labels`, or with a
 * split `test_images` and `test_labels`, as MedMNIST names them. Shapes n × h × w or n × h × w × c.
 */
export async function readImages(path: string, split?: string): Promise<LabelledImages> {
  const bytes = await readFile(path).catch((error) => {
    throw new InputError(`images ${path}: can't be read (${error.code}).`);
  });
  const where = `images ${path}`;
  const entries = new Map(
    readZipDirectory(bytes, where).map((entry) => [entry.name.replace(/\.npy$/, ''), entry]),
  );
  const prefix = split === undefined ? '' : `${split}_`;
  const name = [`${prefix}images`, ...(split === undefined ? ['x', 'images', 'arr_0'] : [])].find(
    (key) => entries.has(key),
  );
  if (!name)
    throw new InputError(
      `${where}: has no array "${prefix}images" (found ${[...entries.keys()].join(', ') || 'none'}). ${split === undefined ? `For MedMNIST files name the split: ${optionText('split', 'test')}.` : ''}`.trim(),
    );
  const array = (key: string) => {
    const content = readZipEntry(bytes, entries.get(key)!, where);
    return { content, header: readNpyHeader(content, `${where}, array "${key}"`) };
  };
  const { content, header } = array(name);
  const [count, height, width, channels = 1] = header.shape;
  if (
    header.shape.length < 3 ||
    header.shape.length > 4 ||
    header.kind === 'text' ||
    header.fortran
  )
    throw new InputError(
      `${where}, array "${name}": shape ${header.shape.join(' × ')} (expected images × height × width [× channels], numbers in C order).`,
    );
  const flat = { ...header, shape: [count * height * width * channels] };
  const pixels = Float32Array.from(npyNumbers(content, flat, 0, flat.shape[0]));
  if (pixels.length !== flat.shape[0])
    throw new InputError(
      `${where}, array "${name}": is cut off (${pixels.length} of ${flat.shape[0]} numbers).`,
    );
  const labels = [`${prefix}labels`, `${prefix}label`, ...(split === undefined ? ['y'] : [])].find(
    (key) => entries.has(key),
  );
  return {
    images: { count, height, width, channels, pixels },
    ...(labels && { label: readLabels(array(labels), count, where, labels) }),
  };
}

function readLabels(
  { content, header }: { content: Uint8Array; header: ReturnType<typeof readNpyHeader> },
  count: number,
  where: string,
  name: string,
): Int32Array {
  const size = header.shape.reduce((product, each) => product * each, 1);
  if (size !== count || header.kind === 'text')
    throw new InputError(
      `${where}, array "${name}": shape ${header.shape.join(' × ')} (expected one whole number for each of ${count} images).`,
    );
  return Int32Array.from(
    npyNumbers(content, { ...header, shape: [count], fortran: false }, 0, count),
  );
}
