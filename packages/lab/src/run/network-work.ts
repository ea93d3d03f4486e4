import { multiplyAdds } from '@cede/nn';
import type { Dataset } from '../dataset/dataset.js';
import type { NetworkCellSpec } from './network-cell.js';

/** A step back costs about two steps forward. */
const TRAINING = 3;

/** Multiply-adds of training a network, so that a deep one counts for what it costs. */
export function trainingWork(
  { depth, training }: Pick<NetworkCellSpec, 'depth' | 'training'>,
  dataset: Dataset,
  images = dataset.splits.train.labels.length,
): number {
  return TRAINING * multiplyAdds(shapeOf(depth, dataset)) * images * training.epochs;
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
