import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectDataset } from '../../test/dataset-contract.js';
import { countClasses } from './dataset.js';
import { medmnistOf } from './medmnist.js';
import { MEDMNIST_MEMBERS } from './medmnist-members.js';
import { loadDataset } from './registry.js';

const DERMA = MEDMNIST_MEMBERS.find(({ name }) => name === 'dermamnist')!;
const BREAST = MEDMNIST_MEMBERS.find(({ name }) => name === 'breastmnist')!;

/** A byte array in NumPy's .npy layout, version 1. */
function npy(shape: number[], values: ArrayLike<number>, type = '|u1'): Uint8Array {
  const dictionary = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  const header = `${dictionary.padEnd(117)}\n`;
  const start = Uint8Array.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
  return Buffer.concat([start, strToU8(header), Uint8Array.from(values)]);
}

const SIZES = { train: 12, val: 5, test: 7 };
const labelsOf = (rows: number) => Uint8Array.from({ length: rows }, (_, i) => (i * 3) % 7);
const pixelsOf = (rows: number, channels: number) =>
  Uint8Array.from({ length: rows * 784 * channels }, (_, i) => (i * 31) % 251);

function entries(channels: 1 | 3): Record<string, Uint8Array> {
  return Object.fromEntries(
    Object.entries(SIZES).flatMap(([split, rows]) => [
      [
        `${split}_images.npy`,
        npy(channels === 1 ? [rows, 28, 28] : [rows, 28, 28, 3], pixelsOf(rows, channels)),
      ],
      [`${split}_labels.npy`, npy([rows, 1], labelsOf(rows))],
    ]),
  );
}
const npz = (changed: Record<string, Uint8Array | undefined> = {}, channels: 1 | 3 = 3) =>
  zipSync(
    Object.fromEntries(
      Object.entries({ ...entries(channels), ...changed }).filter(
        (entry): entry is [string, Uint8Array] => entry[1] !== undefined,
      ),
    ),
  );
/** DermaMNIST as if it were as small as the files here. */
const small = (channels: 1 | 3) => ({ ...DERMA, channels, rows: [12, 5, 7] as const });
const read = (bytes: Uint8Array, channels: 1 | 3 = 3) =>
  medmnistOf(small(channels), bytes, 'd.npz', true);

describe('MedMNIST', () => {
  it.each([1, 3] as const)('reads the three splits of a file with %i channels', (channels) => {
    const dataset = read(npz({}, channels), channels);
    expectDataset(dataset);
    expect(dataset).toMatchObject({ channels, width: 28, height: 28, title: 'DermaMNIST' });
    for (const [split, rows] of [
      ['train', 12],
      ['validation', 5],
      ['test', 7],
    ] as const) {
      expect(dataset.splits[split].images).toEqual(pixelsOf(rows, channels));
      expect(dataset.splits[split].labels).toEqual(labelsOf(rows));
    }
  });

  const whole = npz();
  it.each<[string, Uint8Array, RegExp]>([
    [
      'a file cut short',
      whole.subarray(0, whole.length - 40),
      /d.npz.*(no npz file, or a damaged|damaged or cut off)/,
    ],
    ['no zip at all', strToU8('hello'), /no npz file, or a damaged one|damaged or cut off/],
    [
      'a missing array',
      npz({ 'val_labels.npy': undefined }),
      /no array val_labels \(found train_images, train_labels, val_images/,
    ],
    [
      'other keys',
      zipSync({ 'x.npy': npy([1], [1]) }),
      /d.npz has no array train_images \(found x\)/,
    ],
    [
      '64-pixel images',
      npz({ 'train_images.npy': npy([1, 64, 64], new Uint8Array(4096)) }),
      /shape \(1, 64, 64\), expected \(n, 28, 28\)/,
    ],
    [
      'volumes',
      npz({ 'train_images.npy': npy([1, 28, 28, 28], new Uint8Array(28 ** 3)) }),
      /shape \(1, 28, 28, 28\), expected/,
    ],
    [
      'grey among coloured',
      npz({ 'test_images.npy': npy([7, 28, 28], pixelsOf(7, 1)) }),
      /test images: other channels/,
    ],
    [
      'too few labels',
      npz({ 'val_labels.npy': npy([4, 1], labelsOf(4)) }),
      /val labels: shape \(4, 1\), expected \(5, 1\)/,
    ],
    [
      'several labels an image',
      npz({ 'val_labels.npy': npy([5, 14], new Uint8Array(70)) }),
      /shape \(5, 14\), expected \(5, 1\), one label/,
    ],
    [
      'a label out of range',
      npz({ 'test_labels.npy': npy([7, 1], [0, 1, 2, 7, 0, 0, 0]) }),
      /d.npz, test, image 4: label 7 is not one of 0 … 6/,
    ],
    ['an array cut short', npz({ 'test_labels.npy': npy([7, 1], [0, 1]) }), /array test_labels.*7/],
    [
      'labels of eight bytes',
      npz({ 'test_labels.npy': npy([7, 1], new Uint8Array(56), '<i8') }),
      /array test_labels: type <?i8, expected bytes/,
    ],
    ['no array inside', npz({ 'test_labels.npy': strToU8('not an array') }), /test_labels/],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => read(bytes)).toThrow(message);
  });
});

describe('MedMNIST in a folder', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'cede-medmnist-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** As many images as BreastMNIST has, all black. */
  const breast = () =>
    zipSync(
      Object.fromEntries(
        ['train', 'val', 'test'].flatMap((split, k) => {
          const rows = BREAST.rows[k];
          return [
            [`${split}_images.npy`, npy([rows, 28, 28], new Uint8Array(rows * 784))],
            [`${split}_labels.npy`, npy([rows, 1], new Uint8Array(rows))],
          ];
        }),
      ),
      { level: 1 },
    );

  it('is refused if it is not the official file, and labelled where that is allowed', async () => {
    writeFileSync(join(dir, 'breastmnist.npz'), breast());
    await expect(loadDataset('breastmnist', { dir })).rejects.toThrow(
      /breastmnist.npz: md5 is .*official file's is 750601b1f35ba3300ea97c75c52ff8f6/,
    );
    const { title, verified } = await loadDataset('breastmnist', { dir, unverified: true });
    expect({ title, verified }).toEqual({ title: 'BreastMNIST (unverified)', verified: false });
  });

  it('unverified, still has the images and channels of its dataset', async () => {
    const path = join(dir, 'dermamnist.npz');
    writeFileSync(path, npz());
    const load = () => loadDataset('dermamnist', { dir, unverified: true });
    await expect(load()).rejects.toThrow('12 images in train, but DermaMNIST has 7007');
    writeFileSync(path, breast());
    await expect(load()).rejects.toThrow('images of 1 channel, but DermaMNIST has 3');
  });

  it('takes a rebuilt file under another name only unverified, or named itself', async () => {
    const path = join(dir, 'breastmnist_rebuilt.npz');
    writeFileSync(path, breast());
    await expect(loadDataset('breastmnist', { dir })).rejects.toThrow(/is not in .*_rebuilt/);
    for (const place of [dir, path]) {
      const { splits } = await loadDataset('breastmnist', { dir: place, unverified: true });
      expect(splits.test.labels.length).toBe(156);
    }
  });
});

const dataFolder = process.env.CEDE_DATA;
describe.skipIf(!dataFolder)('the rebuilt DermaMNIST (CEDE_DATA)', () => {
  it('has the official counts', async () => {
    const dir = join(dataFolder!, 'dermamnist_rebuilt');
    const { splits } = await loadDataset('dermamnist', { dir, unverified: true });
    expect(countClasses(splits.train.labels, 7)).toEqual([228, 359, 769, 80, 779, 4693, 99]);
    expect(countClasses(splits.validation.labels, 7)).toEqual([33, 52, 110, 12, 111, 671, 14]);
    expect(countClasses(splits.test.labels, 7)).toEqual([66, 103, 220, 23, 223, 1341, 29]);
  });
});
