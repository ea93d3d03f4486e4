import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stream } from '@cede/core';
import { initialNetwork, type Network, predict, toOnnx } from '@cede/nn';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { openClassifier } from './classifier.js';
import { readImages } from './images.js';
import { predictTable } from './predict-table.js';
import { loadRuntime, RUNTIME } from './runtime.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-predict-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [rows, size, channels] = [150, 8, 3]; // more than one batch
const random = stream(5, 'pixels');
const pixels = new Uint8Array(rows * size * size * channels).map(() => random.below(256));
const labels = new Uint8Array(rows).map(() => random.below(4));

/** An array as NumPy 1.0 writes it: magic, header of a multiple of 64 bytes, data. */
function npy(kind: string, shape: number[], data: Uint8Array): Uint8Array {
  const words = `{'descr': '${kind}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  const header = words.padEnd(64 * Math.ceil((words.length + 11) / 64) - 11, ' ');
  const length = header.length + 1;
  const magic = [0x93, ...Buffer.from('NUMPY'), 1, 0, length & 255, length >> 8];
  return Uint8Array.from([...magic, ...Buffer.from(`${header}\n`), ...data]);
}

function imagesFile(name: string, arrays: Record<string, Uint8Array>): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    zipSync(Object.fromEntries(Object.entries(arrays).map(([key, a]) => [`${key}.npy`, a]))),
  );
  return path;
}

const shape = [rows, size, size, channels];
const photos = imagesFile('photos.npz', {
  images: npy('|u1', shape, pixels),
  labels: npy('|u1', [rows, 1], labels),
});

const network = (classes: number, seed: number): Network =>
  initialNetwork(
    {
      depth: 8,
      classes,
      height: size,
      width: size,
      channels,
      mean: [0.5, 0.5, 0.5],
      deviation: [0.25, 0.25, 0.25],
    },
    seed,
  );

const opened = (net: Network, name: string) => openClassifier(toOnnx(net), {}, name);

describe('a table made by two frozen models', () => {
  it('holds what our own evaluation of the networks gives, and how often it is right', async () => {
    const [model, expert] = [network(4, 1), network(4, 2)];
    const shares: number[] = [];
    const { table, modelAccuracy, expertAccuracy } = await predictTable(await readImages(photos), {
      model: await opened(model, 'small'),
      expert: await opened(expert, 'large'),
      expertName: 'large',
      classes: ['a', 'b', 'c', 'd'],
      onProgress: (done) => shares.push(done),
    });
    expect(table.rows).toBe(rows);
    expect([...table.label!]).toEqual([...labels]);
    for (const [net, values, accuracy] of [
      [model, table.model!, modelAccuracy],
      [expert, (table.experts[0] as { probabilities: Float32Array }).probabilities, expertAccuracy],
    ] as const) {
      const ours = await predict(net, pixels);
      let right = 0;
      for (let row = 0; row < rows; row++) {
        const told = [...ours.subarray(row * 4, row * 4 + 4)];
        right += +(told.indexOf(Math.max(...told)) === labels[row]);
        for (let c = 0; c < 4; c++)
          expect(Math.abs(values[row * 4 + c] - told[c])).toBeLessThan(1e-4);
      }
      expect(accuracy).toBeCloseTo(right / rows, 12);
    }
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  it('refuses models of different classes, and other than one name a class', async () => {
    const images = await readImages(photos);
    const ask = {
      model: await opened(network(4, 1), 'small.onnx'),
      expert: await opened(network(3, 1), 'large.onnx'),
      expertName: 'large',
    };
    await expect(predictTable(images, ask)).rejects.toThrow(
      'predict: small.onnx gives 4 classes, large.onnx gives 3.',
    );
    await expect(
      predictTable(images, { ...ask, expert: ask.model, classes: ['a', 'b'] }),
    ).rejects.toThrow('2 class names (expected 4');
  });
});

describe('images of an NPZ file', () => {
  it('takes a split by its name, and grey images without a channel axis', async () => {
    const path = imagesFile('grey.npz', {
      test_images: npy(
        '|u1',
        [2, 2, 3],
        Uint8Array.from({ length: 12 }, (_, i) => i),
      ),
      test_labels: npy('|u1', [2], Uint8Array.of(1, 0)),
    });
    const { images, label } = await readImages(path, 'test');
    expect(images).toMatchObject({ count: 2, height: 2, width: 3, channels: 1 });
    expect([...images.pixels]).toEqual(Array.from({ length: 12 }, (_, i) => i));
    expect([...label!]).toEqual([1, 0]);
    await expect(readImages(path)).rejects.toThrow('name the split: split: test');
    await expect(readImages(path, 'val')).rejects.toThrow('has no array "val_images"');
  });

  it('refuses a file that is absent, cut off or of another shape', async () => {
    await expect(readImages(join(folder, 'none.npz'))).rejects.toThrow("can't be read (ENOENT)");
    const flat = imagesFile('flat.npz', { images: npy('|u1', [12], new Uint8Array(12)) });
    await expect(readImages(flat)).rejects.toThrow('expected images × height × width');
    const few = imagesFile('few.npz', {
      images: npy('|u1', [2, 2, 2], new Uint8Array(8)),
      labels: npy('|u1', [3], new Uint8Array(3)),
    });
    await expect(readImages(few)).rejects.toThrow('one whole number for each of 2 images');
  });
});

describe('onnxruntime', () => {
  const failing = (code: string, message: string) => () =>
    Promise.reject(Object.assign(new Error(message), { code }));

  it('is named with its version where it is missing', async () => {
    const lacking = loadRuntime(failing('ERR_MODULE_NOT_FOUND', "Cannot find package 'x'"));
    await expect(lacking).rejects.toThrow(`run npm install --ignore-scripts ${RUNTIME} where`);
    await expect(lacking).rejects.toMatchObject({ name: 'InputError' });
  });

  it('that is there but broken is told apart from one that is missing', async () => {
    await expect(loadRuntime(failing('ERR_DLOPEN_FAILED', 'bad ELF\nmore'))).rejects.toThrow(
      "is installed but can't be loaded (bad ELF)",
    );
  });

  it('is the version that the workspace tests', () => {
    const root = join(import.meta.dirname, '../../..');
    const { version } = JSON.parse(
      readFileSync(join(root, 'node_modules/onnxruntime-node/package.json'), 'utf8'),
    );
    expect(RUNTIME).toBe(`onnxruntime-node@${version}`);
  });

  it('refuses a file that is no ONNX model', async () => {
    await expect(openClassifier(Uint8Array.of(1, 2, 3), {}, 'x.onnx')).rejects.toThrow(
      'model x.onnx: is not an ONNX file that can be run',
    );
  });
});
