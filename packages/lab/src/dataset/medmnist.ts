import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InputError, insist } from '@cede/core';
import { verifyFile } from './checksum.js';
import type { Dataset, DatasetMember, LoadOptions, Split } from './dataset.js';
import { locateFile, refuseMissing } from './locate.js';
import { MEDMNIST_MEMBERS, type MedmnistMember } from './medmnist-members.js';
import { type ByteArray, readByteArrays } from './npz.js';

const SIDE = 28;
const RECORD = 'https://zenodo.org/records/10519652/files';

/** MedMNIST's own names of its three splits. */
const SPLITS = { train: 'train', validation: 'val', test: 'test' } as const;

export const medmnist: readonly DatasetMember[] = MEDMNIST_MEMBERS.map((member) => {
  const file = `${member.name}.npz`;
  return {
    name: member.name,
    title: member.title,
    official: { file, address: `${RECORD}/${file}`, md5: member.md5 },
    load: (options) => loadMedmnist(member, options),
  };
});

async function loadMedmnist(member: MedmnistMember, options: LoadOptions): Promise<Dataset> {
  const path = locate(member, options);
  const verified = await verifyFile(path, member.md5, options);
  return medmnistOf(member, await readFile(path), basename(path), verified);
}

/** With `unverified`, a file such as dermamnist_rebuilt.npz will do if it is the only one. */
function locate(member: MedmnistMember, options: LoadOptions): string {
  const file = `${member.name}.npz`;
  const path = locateFile(options.dir, file, member.name);
  if (path) return path;
  const dir = options.dir as string;
  const others = readdirSync(dir).filter(
    (entry) =>
      entry.startsWith(member.name) &&
      entry.endsWith('.npz') &&
      statSync(join(dir, entry)).isFile(),
  );
  if (options.unverified && others.length === 1) return join(dir, others[0]);
  return refuseMissing(dir, file, member.name);
}

/** Reads `{train,val,test}_{images,labels}`: images (n, 28, 28[, 3]), labels (n, 1). */
export function medmnistOf(
  member: MedmnistMember,
  bytes: Uint8Array,
  file: string,
  verified: boolean,
): Dataset {
  const arrays = readByteArrays(bytes, file);
  const arrayOf = (key: string): ByteArray => {
    const array = arrays.get(key);
    if (array) return array;
    throw new InputError(
      `${file} has no array ${key} (found ${[...arrays.keys()].join(', ') || 'none'}); ` +
        'a MedMNIST file has train, val and test images and labels.',
    );
  };
  const channels = channelsOf(arrayOf('train_images'), `${file}, train_images`);
  insist(
    channels === member.channels,
    () =>
      `${file}: images of ${channels} channel${channels === 1 ? '' : 's'}, but ${member.title} has ${member.channels}. It is the file of another dataset.`,
  );
  Object.values(SPLITS).forEach((split, k) => {
    const [rows] = arrayOf(`${split}_images`).shape;
    insist(
      rows === member.rows[k],
      () =>
        `${file}: ${rows} images in ${split}, but ${member.title} has ${member.rows[k]}. The file is cut or of another dataset.`,
    );
  });
  const read = (split: string) =>
    splitOf(
      arrayOf(`${split}_images`),
      arrayOf(`${split}_labels`),
      channels,
      member.classes.length,
      `${file}, ${split}`,
    );
  return {
    name: member.name,
    title: verified ? member.title : `${member.title} (unverified)`,
    classes: member.classes,
    groups: {},
    width: SIDE,
    height: SIDE,
    channels,
    splits: {
      train: read(SPLITS.train),
      validation: read(SPLITS.validation),
      test: read(SPLITS.test),
    },
    verified,
  };
}

function channelsOf({ shape }: ByteArray, where: string): 1 | 3 {
  const [, height, width, channels] = shape;
  const isGrey = shape.length === 3;
  const isColour = shape.length === 4 && channels === 3;
  insist(
    height === SIDE && width === SIDE && (isGrey || isColour),
    () =>
      `${where}: shape (${shape.join(', ')}), expected (n, ${SIDE}, ${SIDE}) or ` +
      `(n, ${SIDE}, ${SIDE}, 3).`,
  );
  return isGrey ? 1 : 3;
}

function splitOf(
  images: ByteArray,
  labels: ByteArray,
  channels: 1 | 3,
  classes: number,
  where: string,
): Split {
  insist(
    channelsOf(images, `${where} images`) === channels,
    () => `${where} images: other channels than the training images' ${channels}.`,
  );
  const rows = images.shape[0];
  const { shape, values } = labels;
  insist(
    shape[0] === rows && (shape.length === 1 || (shape.length === 2 && shape[1] === 1)),
    () =>
      `${where} labels: shape (${shape.join(', ')}), expected (${rows}, 1), one label for each ` +
      'of the images.',
  );
  const wrong = values.findIndex((label) => label >= classes);
  insist(
    wrong < 0,
    () => `${where}, image ${wrong + 1}: label ${values[wrong]} is not one of 0 … ${classes - 1}.`,
  );
  return { images: images.values, labels: values };
}
