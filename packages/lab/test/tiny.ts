import type { Dataset, Split } from '../src/dataset/dataset.js';
import type { NetworkCellSpec } from '../src/run/network-cell.js';

const split: Split = {
  images: Uint8Array.from({ length: 8 * 64 }, (_, k) => (37 * k) % 251),
  labels: Uint8Array.from([0, 1, 0, 1, 0, 1, 0, 1]),
};
/** Eight images of 8 × 8. */
export const tinyDataset: Dataset = {
  name: 'tiny',
  title: 'Tiny',
  classes: ['a', 'b'],
  groups: {},
  ...{ width: 8, height: 8, channels: 1 },
  splits: { train: split, validation: split, test: split },
  verified: true,
};
/** A network that learns them in four steps. */
export const tinyNetwork: NetworkCellSpec = {
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
