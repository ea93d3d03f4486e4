import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Network, networkFromTensors } from '../src/network/network.js';
import { predictLogits } from '../src/predict.js';
import { readNpz } from './npz.js';

/**
 * The published ResNet-20 for CIFAR-10 reaches its published 91.73 % on the test set in our
 * evaluation mode. CEDE_DATA holds cifar10_resnet_weights/resnet20.npz, CEDE_CIFAR10 the official
 * binary files (test_batch.bin).
 */
const weights = join(process.env.CEDE_DATA ?? '', 'cifar10_resnet_weights/resnet20.npz');
const batch = [
  join(process.env.CEDE_CIFAR10 ?? '', 'test_batch.bin'),
  join(process.env.CEDE_CIFAR10 ?? '', 'cifar-10-batches-bin/test_batch.bin'),
].find(existsSync);

function published(): Network {
  return networkFromTensors(
    {
      ...{ depth: 20, classes: 10, height: 32, width: 32, channels: 3 },
      ...{ mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] },
    },
    readNpz(readFileSync(weights)),
  );
}

describe('the published ResNet-20', () => {
  it.skipIf(!existsSync(weights))('loads by name (needs CEDE_DATA)', () => {
    const { tensors } = published();
    expect(tensors.size).toBe(97);
    expect(tensors.get('layer3.2.conv2.weight')!.shape).toEqual([64, 64, 3, 3]);
  });

  it.skipIf(!existsSync(weights) || !batch)(
    'reaches 91.73 % on the CIFAR-10 test set (needs CEDE_DATA and CEDE_CIFAR10)',
    async () => {
      const records = readFileSync(batch!);
      const count = records.length / 3073;
      expect(count).toBe(10_000);
      const images = new Uint8Array(count * 3072);
      for (let n = 0; n < count; n++) {
        for (let pixel = 0; pixel < 1024; pixel++) {
          for (let c = 0; c < 3; c++) {
            images[n * 3072 + pixel * 3 + c] = records[n * 3073 + 1 + c * 1024 + pixel];
          }
        }
      }
      const logits = await predictLogits(published(), images);
      let right = 0;
      for (let n = 0; n < count; n++) {
        const row = logits.subarray(10 * n, 10 * n + 10);
        if (row.indexOf(Math.max(...row)) === records[n * 3073]) right++;
      }
      // One image more or less may fall to rounding.
      expect(Math.abs(right / count - 0.9173)).toBeLessThan(0.00015);
    },
  );
});
