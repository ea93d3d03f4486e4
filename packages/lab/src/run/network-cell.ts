import { join } from 'node:path';
import { channelMoments, encodeNetwork, type TrainingOptions, trainNetwork } from '@cede/nn';
import type { Cell, CellFunctions, CellWork } from '@cede/run';
import { hashOf } from '@cede/run';
import { corruptTrain } from '../corruption/corrupt.js';
import type { CorruptionSpec } from '../corruption/corruption.js';
import { countClasses, type Dataset } from '../dataset/dataset.js';
import type { TrainingSpec } from '../preset/preset.js';

/** One network to train. Everything its bytes depend on is here; the images are named by hash. */
export interface NetworkCellSpec {
  readonly dataset: string;
  /** SHA-256 of the training images and labels. */
  readonly data: string;
  readonly corruption: CorruptionSpec | null;
  readonly depth: number;
  readonly training: TrainingSpec;
  readonly seed: number;
  /** Fused multiply-add gives other bytes, so it is part of the name. */
  readonly fma: boolean;
  /** The build of the kernels: another one adds in another order. */
  readonly kernels: string;
  /** Tells two networks apart that are otherwise the same (a clean model and a clean expert). */
  readonly side: 'model' | 'expert';
}

export interface NetworkResult {
  readonly network: Uint8Array;
  /** What the corruption did, in a sentence; null where there was none. */
  readonly corrupted: string | null;
  readonly images: number;
  /** How many images of each class the network saw, by the labels it was given. */
  readonly classCounts: readonly number[];
  readonly trainingAccuracy: number;
}

/** What cannot be part of a spec: the data itself, where checkpoints go, how many threads. */
export interface NetworkContext {
  readonly dataset: Dataset;
  readonly checkpoints: string;
  readonly threads?: number;
}

const KIND = 'lab-network/2';

export const networkCell = (spec: NetworkCellSpec): Cell => ({ kind: KIND, spec });

/** Where a network's training goes on from. */
export const checkpointOf = (spec: NetworkCellSpec, checkpoints: string): string =>
  join(checkpoints, `${hashOf(networkCell(spec))}.checkpoint`);

export const networkFunctions: CellFunctions = {
  [KIND]: async ({
    spec,
    context,
    report,
    signal,
  }: CellWork<NetworkCellSpec>): Promise<NetworkResult> => {
    const { dataset, checkpoints, threads } = context as NetworkContext;
    const { split, summary } = spec.corruption
      ? corruptTrain(dataset, spec.corruption, spec.seed)
      : { split: dataset.splits.train, summary: null };
    const { height, width, channels, classes } = dataset;
    const { network, history } = await trainNetwork({
      spec: {
        depth: spec.depth,
        classes: classes.length,
        height,
        width,
        channels,
        ...channelMoments(split.images, channels),
      },
      options: trainingOptions(spec),
      ...split,
      threads,
      checkpoint: checkpointOf(spec, checkpoints),
      signal,
      onProgress: (progress) =>
        report({
          done: (progress.epoch - 1 + progress.images / progress.imagesInEpoch) / progress.epochs,
          resumed: progress.resumedEpochs / progress.epochs,
          note: `${spec.side}: epoch ${progress.epoch} of ${progress.epochs}, loss ${progress.loss.toFixed(3)}, ${(100 * progress.accuracy).toFixed(1)} % right, ${Math.round(progress.imagesPerSecond)} images/s`,
        }),
    });
    return {
      network: encodeNetwork(network),
      corrupted: summary?.sentence ?? null,
      images: split.labels.length,
      classCounts: countClasses(split.labels, classes.length),
      trainingAccuracy: history.at(-1)!.accuracy,
    };
  },
};

/** Model and expert draw different weights and batches from one seed. */
export function trainingOptions({
  training,
  seed,
  fma,
  side,
}: Pick<NetworkCellSpec, 'training' | 'seed' | 'fma' | 'side'>): TrainingOptions {
  return {
    epochs: training.epochs,
    batch: training.batch,
    rate: training.learningRate,
    momentum: training.momentum,
    decay: training.weightDecay,
    warmup: training.warmupEpochs,
    milestones: [...training.milestones],
    factor: training.decay,
    padding: training.augmentation.pad,
    flip: training.augmentation.flip,
    seed: 2 * seed + (side === 'expert' ? 1 : 0),
    fma,
  };
}
