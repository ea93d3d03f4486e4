import { multiplyAdds } from '@cede/nn';
import { corruptLabels } from '../corruption/corrupt.js';
import type { Dataset } from '../dataset/dataset.js';
import type { NetworkCellSpec } from './network-cell.js';

/** A step back costs about two steps forward. */
const TRAINING = 3;

/** Multiply-adds of training a network, so that a deep one counts for what it costs. */
export function trainingWork(spec: NetworkCellSpec, dataset: Dataset): number {
  const images = imagesSeen(spec, dataset) * spec.training.epochs;
  return TRAINING * multiplyAdds(shapeOf(spec.depth, dataset)) * images;
}

/** Images of an epoch: a corruption may have taken most of them away. */
export function imagesSeen({ corruption, seed }: NetworkCellSpec, dataset: Dataset): number {
  const { labels } = dataset.splits.train;
  return corruption
    ? corruptLabels(labels, dataset, corruption, seed).labels.length
    : labels.length;
}

/** Multiply-adds of what a network says of the images that were set aside. */
export function predictionWork(depth: number, dataset: Dataset): number {
  const { validation, test } = dataset.splits;
  return multiplyAdds(shapeOf(depth, dataset)) * (validation.labels.length + test.labels.length);
}

const shapeOf = (depth: number, { classes, height, width, channels }: Dataset) => ({
  depth,
  classes: classes.length,
  height,
  width,
  channels,
  mean: new Array<number>(channels).fill(0),
  deviation: new Array<number>(channels).fill(1),
});
