import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tinyDataset, tinyNetwork } from '../../test/tiny.js';
import { secondsAt } from './estimate.js';
import { leftOf } from './make-tables.js';
import { networkCell, networkFunctions } from './network-cell.js';

it('counts the images that a corruption leaves, not those of the dataset', () => {
  const corruption = { kind: 'long-tail', head: 1, headLimit: 3, tailLimit: 2 } as const;
  const whole = leftOf(tinyNetwork, tinyDataset, 'nowhere');
  const tail = leftOf({ ...tinyNetwork, corruption }, tinyDataset, 'nowhere');
  expect(whole.images).toBe(8 * 4);
  expect(tail.images).toBe((3 + 2) * 4);
  expect(tail.work / whole.work).toBeCloseTo(5 / 8, 12);
});

it('counts only the epochs that a stopped training has left', async () => {
  const checkpoints = mkdtempSync(join(tmpdir(), 'cede-estimate-'));
  try {
    const { kind } = networkCell(tinyNetwork);
    const stopped = networkFunctions[kind]({
      spec: tinyNetwork,
      needs: {},
      context: { dataset: tinyDataset, checkpoints, threads: 1 },
      report({ done }) {
        if (done > 0.7) throw new Error('enough');
      },
      signal: new AbortController().signal,
    });
    await expect(stopped).rejects.toThrow('enough');
    expect(leftOf(tinyNetwork, tinyDataset, checkpoints).images).toBe(8 * 2);
  } finally {
    rmSync(checkpoints, { recursive: true });
  }
});

it('takes as long as all networks one after the other, and side by side as the longest', () => {
  const pace = { 8: 100, 32: 10 };
  const left = [
    { depth: 8, images: 1000, work: 1 },
    { depth: 32, images: 500, work: 1 },
  ];
  expect(secondsAt(pace, left, { networks: 1, threads: 2 })).toBe(60);
  expect(secondsAt(pace, left, { networks: 2, threads: 1 })).toBe(50);
  expect(secondsAt(pace, left.slice(1), { networks: 1, threads: 2 })).toBe(50);
});
