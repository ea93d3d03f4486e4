import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError, stream } from '@cede/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { supportsFma } from '../kernel/webassembly.js';
import { decodeNetwork, encodeNetwork } from '../network/bytes.js';
import type { NetworkSpec } from '../network/spec.js';
import { predict } from '../predict.js';
import type { LabelledImages, TrainingOptions } from './options.js';
import type { Progress } from './progress.js';
import { trainNetwork } from './train.js';

const spec: NetworkSpec = {
  ...{ depth: 8, classes: 3, height: 10, width: 10, channels: 3 },
  ...{ mean: [0.4, 0.4, 0.4], deviation: [0.25, 0.25, 0.25] },
};
const options: TrainingOptions = {
  ...{ epochs: 4, batch: 40, rate: 0.1, momentum: 0.9, decay: 1e-4, warmup: 1 },
  ...{ milestones: [3], factor: 0.1, padding: 2, flip: true, seed: 7, fma: false },
};

/** Bright squares of three sizes on noise: easy to learn, impossible to guess. */
function squares(count: number, seed: number): LabelledImages {
  const random = stream(seed, 'squares');
  const images = new Uint8Array(count * 300);
  const labels = new Uint8Array(count);
  for (let n = 0; n < count; n++) {
    labels[n] = random.below(3);
    const size = 2 + 2 * labels[n];
    const [top, left] = [random.below(11 - size), random.below(11 - size)];
    for (let y = 0; y < 10; y++) {
      for (let x = 0; x < 10; x++) {
        const inside = y >= top && y < top + size && x >= left && x < left + size;
        const at = n * 300 + (y * 10 + x) * 3;
        for (let c = 0; c < 3; c++) images[at + c] = (inside ? 120 : 0) + random.below(120);
      }
    }
  }
  return { images, labels };
}

const data = squares(210, 1); // the last step of an epoch has 10 images: slices of 1 and 2
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cede-nn-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('training', () => {
  it('learns, and says how it is doing', async () => {
    const test = squares(150, 2);
    const seen: Progress[] = [];
    const { network, history } = await trainNetwork({
      ...{ spec, options: { ...options, epochs: 10, milestones: [8] }, ...data, validation: test },
      ...{ threads: 1, onProgress: (progress) => seen.push(progress) },
    });
    expect(history).toHaveLength(10);
    expect(history[9].loss).toBeLessThan(0.3 * history[0].loss);
    const probabilities = await predict(network, test.images, { threads: 1, batch: 64 });
    let right = 0;
    for (let n = 0; n < 150; n++) {
      const row = probabilities.subarray(3 * n, 3 * n + 3);
      if (row.indexOf(Math.max(...row)) === test.labels[n]) right++;
    }
    expect(right).toBeGreaterThan(135);
    expect(history[9].validation).toBeCloseTo(right / 150, 9);
    const ends = seen.filter(({ validation }) => validation !== undefined);
    expect(ends.map(({ epoch }) => epoch)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(ends[0].secondsLeft).toBeGreaterThan(0);
    expect(ends[9]).toMatchObject({ epochs: 10, images: 210, imagesInEpoch: 210, secondsLeft: 0 });
    expect(ends[9].imagesPerSecond).toBeGreaterThan(0);
  });

  it.each([false, ...(supportsFma() ? [true] : [])])(
    'gives the same bytes for any number of threads (fused: %s)',
    async (fma) => {
      const bytes = [];
      for (const threads of [1, 2, 3, 8]) {
        const run = { spec, options: { ...options, epochs: 2, fma }, ...data, threads };
        bytes.push(
          Buffer.from(encodeNetwork((await trainNetwork(run)).network)).toString('base64'),
        );
      }
      expect(new Set(bytes).size).toBe(1);
    },
  );

  it('predicts the same bytes for any number of threads and any batch', async () => {
    const { network } = await trainNetwork({
      ...{ spec, options: { ...options, epochs: 1 }, ...data, threads: 1 },
    });
    const right = await predict(network, data.images, { threads: 1, batch: 210 });
    expect(await predict(network, data.images, { threads: 2, batch: 17 })).toEqual(right);
    expect(await predict(network, new Uint8Array(0))).toEqual(new Float32Array(0));
  });
});

describe('checkpoints', () => {
  it('end where the unbroken run ends, aborted at any epoch', async () => {
    const checkpoint = join(folder, 'run.checkpoint');
    const right = encodeNetwork(
      (await trainNetwork({ spec, options, ...data, threads: 1 })).network,
    );
    let summaries = 0;
    const resumed: number[] = [];
    for (let rounds = 0; ; rounds++) {
      const abort = new AbortController();
      const onProgress = ({ images, epoch, resumedEpochs }: Progress) => {
        // The first report of a round is of its first epoch, however many a round has time for.
        if (resumed.length === rounds) resumed.push(epoch - 1);
        expect(resumedEpochs).toBe(resumed.at(-1));
        if (images === 210) abort.abort(new Error('enough for now'));
      };
      const request = { spec, options, ...data, threads: 1, checkpoint, onProgress };
      try {
        const { network, history } = await trainNetwork({ ...request, signal: abort.signal });
        expect(encodeNetwork(network)).toEqual(right);
        summaries = history.length;
        break;
      } catch (error) {
        expect((error as Error).message).toBe('enough for now');
      }
      expect(rounds).toBeLessThan(6);
    }
    expect(summaries).toBe(4);
    expect(resumed[0]).toBe(0);
    expect(Math.max(...resumed)).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual(['run.checkpoint']);
  });

  it('survive a kill at any moment', async () => {
    const script = fileURLToPath(new URL('../../test/train-for-a-kill.js', import.meta.url));
    const run = (checkpoint: string, killAfter?: number) =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, [script, checkpoint], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let out = '';
        child.stdout.on('data', (chunk) => {
          out += chunk;
        });
        if (killAfter !== undefined) {
          // Counted from the first checkpoint on, so that a slow start doesn't spare it.
          const watch = setInterval(() => {
            if (!existsSync(checkpoint)) return;
            clearInterval(watch);
            setTimeout(() => child.kill('SIGKILL'), killAfter);
          }, 2);
          child.once('exit', () => clearInterval(watch));
        }
        child.once('close', () => resolve(out.trim()));
      });
    const right = await run(join(folder, 'unbroken'));
    expect(right).toMatch(/^[0-9a-f]{64}$/);
    const broken = join(folder, 'broken');
    let kills = 0;
    for (const after of [3, 17, 60]) if ((await run(broken, after)) === '') kills++;
    expect(kills).toBeGreaterThan(0);
    expect(await run(broken)).toBe(right);
  });

  it('of another run, or damaged, are refused', async () => {
    const checkpoint = join(folder, 'run.checkpoint');
    const request = { spec, options: { ...options, epochs: 1 }, ...data, threads: 1, checkpoint };
    await trainNetwork(request);
    const other = { ...request, options: { ...request.options, seed: 8 } };
    await expect(trainNetwork(other)).rejects.toThrow(/belongs to another run/);
    const bytes = readFileSync(checkpoint);
    bytes[bytes.length - 9] ^= 1;
    writeFileSync(checkpoint, bytes);
    await expect(trainNetwork(request)).rejects.toThrow(/damaged/);
    writeFileSync(checkpoint, 'nothing');
    await expect(trainNetwork(request)).rejects.toThrow(InputError);
  });
});

describe('bad input is refused in a sentence', () => {
  const refuse = (change: object, message: RegExp) =>
    expect(trainNetwork({ spec, options, ...data, threads: 1, ...change })).rejects.toThrow(
      message,
    );

  it.each<[object, RegExp]>([
    [{ spec: { ...spec, depth: 10 } }, /depth must be 6n \+ 2.*found 10/],
    [{ spec: { ...spec, channels: 2 } }, /1 or 3 channels, found 2/],
    [{ spec: { ...spec, mean: [0] } }, /mean must hold 3/],
    [{ labels: [1, 2] }, /210 images and 2 labels/],
    [{ labels: new Uint8Array(210).fill(3) }, /label 0 is 3 .*0 to 2/],
    [{ images: new Uint8Array(299) }, /299 bytes are no whole number/],
    [{ options: { ...options, batch: 2000 } }, /batch must be.*1024, found 2000/],
    [{ options: { ...options, rate: -1 } }, /rate must lie/],
    [{ threads: 0 }, /threads must be/],
    [{ options: { ...options, rate: 100, decay: 1, epochs: 6 } }, /diverged/],
  ])('%#', (change, message) => refuse(change, message));
});

describe('networks as bytes', () => {
  it('come back as they were, and damage is found', async () => {
    const { network } = await trainNetwork({
      ...{ spec, options: { ...options, epochs: 1 }, ...data, threads: 1 },
    });
    const bytes = encodeNetwork(network);
    expect(decodeNetwork(bytes)).toEqual(network);
    bytes[bytes.length - 1] ^= 4;
    expect(() => decodeNetwork(bytes, 'expert.network')).toThrow(/expert.network: damaged/);
    expect(() => decodeNetwork(new Uint8Array(5))).toThrow(InputError);
  });
});
