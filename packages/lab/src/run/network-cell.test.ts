import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CellProgress } from '@cede/run';
import { expect, it } from 'vitest';
import type { Dataset, Split } from '../dataset/dataset.js';
import { type NetworkCellSpec, networkCell, networkFunctions } from './network-cell.js';

const split: Split = {
  images: Uint8Array.from({ length: 8 * 64 }, (_, k) => (37 * k) % 251),
  labels: Uint8Array.from([0, 1, 0, 1, 0, 1, 0, 1]),
};
const dataset: Dataset = {
  name: 'tiny',
  title: 'Tiny',
  classes: ['a', 'b'],
  groups: {},
  ...{ width: 8, height: 8, channels: 1 },
  splits: { train: split, validation: split, test: split },
  verified: true,
};
const spec: NetworkCellSpec = {
  dataset: 'tiny',
  data: 'any',
  corruption: null,
  depth: 8,
  training: {
    ...{ epochs: 4, batch: 8, learningRate: 0.1, momentum: 0.9, weightDecay: 0 },
    ...{ warmupEpochs: 0, milestones: [], decay: 1, augmentation: { pad: 0, flip: false } },
  },
  ...{ seed: 0, fma: false, kernels: 'any', side: 'model' },
};

it('tells of a resumed training what an earlier run had done', async () => {
  const checkpoints = mkdtempSync(join(tmpdir(), 'cede-network-cell-'));
  const stop = new AbortController();
  const train = (report: (progress: CellProgress) => void, signal: AbortSignal) => {
    const context = { dataset, checkpoints, threads: 1 };
    return networkFunctions[networkCell(spec).kind]({ spec, needs: {}, context, report, signal });
  };
  try {
    const first = train(({ done }) => {
      if (done > 0.5) throw new Error('enough');
    }, stop.signal);
    await expect(first).rejects.toThrow('enough');
    const seen: CellProgress[] = [];
    await train((progress) => seen.push(progress), stop.signal);
    // An epoch is one step here, and the first that was left is told of when it is done.
    const before = seen[0].done - 1 / 4;
    expect(before).toBeGreaterThanOrEqual(0.5);
    expect(seen.map(({ resumed }) => resumed)).toEqual(seen.map(() => before));
  } finally {
    rmSync(checkpoints, { recursive: true });
  }
});
