import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectDataset } from '../../test/dataset-contract.js';
import { type CifarLayout, loadCifar } from './cifar.js';
import { CIFAR10_LAYOUT } from './cifar10.js';
import { CIFAR100_COARSE_LAYOUT, CIFAR100_LAYOUT } from './cifar100.js';
import { COARSE_CLASSES, COARSE_OF_FINE, FINE_CLASSES } from './cifar100-classes.js';
import { countClasses, type Dataset } from './dataset.js';
import { loadDataset } from './registry.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cede-cifar-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** The pixel of an image's plane: any rule will do that tells rows, planes and places apart. */
const pixelAt = (row: number, plane: number, place: number) => (row * 7 + plane * 50 + place) % 256;

function records(labels: readonly (readonly number[])[]): Buffer {
  const size = labels[0].length + 3072;
  const bytes = Buffer.alloc(labels.length * size);
  for (const [row, leading] of labels.entries()) {
    bytes.set(leading, row * size);
    for (let i = 0; i < 3072; i++) {
      bytes[row * size + leading.length + i] = pixelAt(row, i >> 10, i & 1023);
    }
  }
  return bytes;
}

/** A tar archive in the ustar layout, as the official ones are. */
function tar(files: Record<string, Uint8Array>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\0', 100);
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(name.endsWith('/') ? '5' : '0', 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

/** Comparing megabytes item by item is slow. */
const digestOf = ({ splits }: Dataset) =>
  Object.values(splits).map(({ images, labels }) => `${md5(images)} ${md5(labels)}`);

const TRAIN = Array.from({ length: 300 }, (_, i) => [COARSE_OF_FINE[i % 100], i % 100]);
const TEST = Array.from({ length: 100 }, (_, i) => [COARSE_OF_FINE[99 - i], 99 - i]);

/** CIFAR-100's layout with three training images a class, one of them held out. */
function small(train = records(TRAIN), test = records(TEST)): CifarLayout {
  return {
    ...CIFAR100_LAYOUT,
    train: [{ file: 'train.bin', rows: TRAIN.length, md5: md5(train) }],
    test: [{ file: 'test.bin', rows: TEST.length, md5: md5(test) }],
    validationPerClass: 1,
  };
}

const archiveOf = (train = records(TRAIN), test = records(TEST)) =>
  gzipSync(
    tar({
      'cifar-100-binary/': Buffer.alloc(0),
      'cifar-100-binary/fine_label_names.txt': Buffer.from(FINE_CLASSES.join('\n')),
      'cifar-100-binary/train.bin': train,
      'cifar-100-binary/test.bin': test,
    }),
  );

function place(archive: Uint8Array): void {
  writeFileSync(join(dir, 'cifar-100-binary.tar.gz'), archive);
}
function placed(archive: Uint8Array, layout = small()): CifarLayout {
  place(archive);
  return { ...layout, official: { ...layout.official, md5: md5(archive) } };
}

describe('CIFAR', () => {
  it('reads the archive: planes become pixels, one of each class is held out', async () => {
    const dataset = await loadCifar(placed(archiveOf()), { dir, seed: 4 });
    expectDataset(dataset);
    const { splits, ...rest } = dataset;
    expect(rest).toMatchObject({ title: 'CIFAR-100', width: 32, height: 32, channels: 3 });
    expect(rest.verified).toBe(true);
    expect(countClasses(splits.validation.labels, 100)).toEqual(new Array(100).fill(1));
    expect(countClasses(splits.train.labels, 100)).toEqual(new Array(100).fill(2));
    expect([...splits.test.labels]).toEqual(TEST.map(([, fine]) => fine));
    for (const row of [0, 1, 99]) {
      for (const spot of [0, 31, 32, 1023]) {
        const at = (row * 1024 + spot) * 3;
        expect([...splits.test.images.subarray(at, at + 3)]).toEqual(
          [0, 1, 2].map((plane) => pixelAt(row, plane, spot)),
        );
      }
    }
  });

  it('splits by the seed, and loses no image', async () => {
    const layout = placed(archiveOf());
    const [one, again, two] = await Promise.all(
      [4, 4, 5].map((seed) => loadCifar(layout, { dir, seed })),
    );
    expect(digestOf(again)).toEqual(digestOf(one));
    expect(digestOf(two)[1]).not.toBe(digestOf(one)[1]);
    const first = ({ splits }: typeof one) =>
      [...splits.train.labels.keys()]
        .map((i) => `${splits.train.labels[i]} ${splits.train.images[i * 3072]}`)
        .concat(
          [...splits.validation.labels.keys()].map(
            (i) => `${splits.validation.labels[i]} ${splits.validation.images[i * 3072]}`,
          ),
        )
        .sort();
    expect(first(one)).toEqual(first(two));
    expect(first(one)).toEqual(
      TRAIN.map(([, fine], row) => `${fine} ${pixelAt(row, 0, 0)}`).sort(),
    );
  });

  it.each(['.', 'cifar-100-binary'])('reads files already unpacked in %s', async (folder) => {
    mkdirSync(join(dir, folder), { recursive: true });
    writeFileSync(join(dir, folder, 'train.bin'), records(TRAIN));
    writeFileSync(join(dir, folder, 'test.bin'), records(TEST));
    const unpacked = await loadCifar(small(), { dir, seed: 4 });
    const packed = await loadCifar(placed(archiveOf()), { dir, seed: 4 });
    expect(digestOf(unpacked)).toEqual(digestOf(packed));
    expect({ ...unpacked, splits: null }).toEqual({ ...packed, splits: null });
  });

  it('reads coarse labels', async () => {
    const layout = { ...small(), ...pick(CIFAR100_COARSE_LAYOUT), validationPerClass: 5 };
    const dataset = await loadCifar(placed(archiveOf(), layout), { dir });
    expectDataset(dataset);
    const { splits, classes } = dataset;
    expect(classes).toEqual(COARSE_CLASSES);
    expect([...splits.test.labels]).toEqual(TEST.map(([coarse]) => coarse));
    expect(countClasses(splits.validation.labels, 20)).toEqual(new Array(20).fill(5));
  });
  const pick = ({ classes, groups, labelAt }: CifarLayout) => ({ classes, groups, labelAt });

  it('reads CIFAR-10’s six files in order', async () => {
    const parts = [...CIFAR10_LAYOUT.train, ...CIFAR10_LAYOUT.test].map((part, number) => {
      const content = records([[number], [(number + 5) % 10]]);
      writeFileSync(join(dir, part.file), content);
      return { ...part, rows: 2, md5: md5(content) };
    });
    const layout = {
      ...CIFAR10_LAYOUT,
      train: parts.slice(0, 5),
      test: parts.slice(5),
      validationPerClass: 0,
    };
    const { splits, verified } = await loadCifar(layout, { dir });
    expect([...splits.train.labels]).toEqual([0, 5, 1, 6, 2, 7, 3, 8, 4, 9]);
    expect([...splits.test.labels]).toEqual([5, 0]);
    expect(verified).toBe(true);
  });

  it('accepts other files only when told to, and its title says so', async () => {
    place(archiveOf());
    await expect(loadCifar(small(), { dir })).rejects.toThrow(
      /cifar-100-binary.tar.gz: md5 is [0-9a-f]{32}, the official file's is 03b5dce.*unverified: true/,
    );
    const dataset = await loadCifar(small(), { dir, unverified: true });
    expectDataset(dataset);
    const { title, verified } = dataset;
    expect({ title, verified }).toEqual({ title: 'CIFAR-100 (unverified)', verified: false });
  });
});

describe('damaged CIFAR files are refused', () => {
  const wrongLabel = records([[COARSE_OF_FINE[0], 200], ...TRAIN.slice(1)]);
  const wrongGroup = records([[COARSE_OF_FINE[0] + 1, 0], ...TRAIN.slice(1)]);
  const whole = archiveOf();
  const unpacked = tar({ 'train.bin': records(TRAIN), 'test.bin': records(TEST) });
  const scribbled = Buffer.from(unpacked);
  scribbled[3] ^= 1;
  it.each<[string, Uint8Array, RegExp]>([
    ['a gzip cut short', whole.subarray(0, whole.length - 300), /can't be unpacked.*download it/],
    ['no gzip', Buffer.from('<html>not found</html>'), /can't be unpacked/],
    [
      'a tar cut short',
      gzipSync(unpacked.subarray(0, 100_000)),
      /train.bin should have 922200 bytes, but the archive ends after 99488/,
    ],
    ['a tar with a damaged header', gzipSync(scribbled), /bad header at byte 0/],
    ['an empty tar', gzipSync(Buffer.alloc(1024)), /without any file/],
    ['a missing file', gzipSync(tar({ 'train.bin': records(TRAIN) })), /holds no test.bin/],
    [
      'too few images',
      archiveOf(records(TRAIN.slice(1))),
      /train.bin has 919126 bytes; 300 images of 3074 bytes make 922200/,
    ],
    ['a cut image', archiveOf(records(TRAIN).subarray(0, -1)), /train.bin has 922199 bytes/],
    ['a label of 200', archiveOf(wrongLabel), /train.bin, image 1: label 200 is not one of 0 … 99/],
    [
      'labels that disagree',
      archiveOf(wrongGroup),
      /image 1: coarse label 5 does not go with fine/,
    ],
  ])('%s', async (_, archive, message) => {
    await expect(loadCifar(placed(archive), { dir })).rejects.toThrow(message);
  });

  it('no files, no folder, no name', async () => {
    writeFileSync(join(dir, 'notes.txt'), '');
    await expect(loadDataset('cifar10', { dir })).rejects.toThrow(
      /cifar-10-binary.tar.gz .*is not in .*found notes.txt.*cede lab fetch cifar10/,
    );
    await expect(loadDataset('cifar10', { dir: join(dir, 'none') })).rejects.toThrow(/no folder/);
    await expect(loadDataset('cifar10')).rejects.toThrow(/not embedded.*"data"/);
    await expect(loadDataset('cifar11')).rejects.toThrow(/no dataset 'cifar11'; there are digits/);
  });
});

describe('CIFAR-100’s classes', () => {
  it('are numbered as in the official files', () => {
    // Transcribed from the official label files' well-known table, fine label by fine label.
    expect(COARSE_OF_FINE).toEqual([
      4, 1, 14, 8, 0, 6, 7, 7, 18, 3, 3, 14, 9, 18, 7, 11, 3, 9, 7, 11, 6, 11, 5, 10, 7, 6, 13, 15,
      3, 15, 0, 11, 1, 10, 12, 14, 16, 9, 11, 5, 5, 19, 8, 8, 15, 13, 14, 17, 18, 10, 16, 4, 17, 4,
      2, 0, 17, 4, 18, 17, 10, 3, 2, 12, 12, 16, 12, 1, 9, 19, 2, 10, 0, 1, 16, 12, 9, 13, 15, 13,
      16, 19, 2, 4, 6, 19, 5, 5, 8, 19, 18, 1, 2, 15, 6, 0, 17, 8, 14, 13,
    ]);
    expect(FINE_CLASSES[0]).toBe('apple');
    expect(FINE_CLASSES[99]).toBe('worm');
    expect(countClasses(Uint8Array.from(COARSE_OF_FINE), 20)).toEqual(new Array(20).fill(5));
  });
});

const cifar10Folder = process.env.CEDE_CIFAR10;
describe.skipIf(!cifar10Folder)('CIFAR-10 itself (CEDE_CIFAR10)', () => {
  it('loads and is the official one', async () => {
    const { splits, verified } = await loadDataset('cifar10', { dir: cifar10Folder });
    expect(verified).toBe(true);
    expect(countClasses(splits.train.labels, 10)).toEqual(new Array(10).fill(4500));
    expect(countClasses(splits.validation.labels, 10)).toEqual(new Array(10).fill(500));
    expect(countClasses(splits.test.labels, 10)).toEqual(new Array(10).fill(1000));
  });
});
