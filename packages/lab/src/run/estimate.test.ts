import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CellWork } from '@cede/run';
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
    const train = (report: CellWork['report']) =>
      networkFunctions[kind]({
        spec: tinyNetwork,
        needs: {},
        context: { dataset: tinyDataset, checkpoints, threads: 1 },
        report,
        signal: new AbortController().signal,
      });
    const stopped = train(({ done }) => {
      if (done > 0.5) throw new Error('enough');
    });
    await expect(stopped).rejects.toThrow('enough');
    const { images } = leftOf(tinyNetwork, tinyDataset, checkpoints);
    // After how many epochs it is stopped hangs on the machine's pace; what goes on from there knows.
    const resumed: (number | undefined)[] = [];
    await train((progress) => resumed.push(progress.resumed));
    expect(resumed[0]).toBeGreaterThan(0);
    expect(images).toBe(8 * 4 * (1 - resumed[0]!));
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
