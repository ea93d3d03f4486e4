import { insist } from '@cede/core';
import { checkSpec, type NetworkSpec } from '../network/spec.js';

/** How a network is trained. With the spec, the data and nothing else this fixes every byte. */
export interface TrainingOptions {
  epochs: number;
  /** Images a step; the last step of an epoch takes what is left. */
  batch: number;
  /** The learning rate after warm-up. */
  rate: number;
  momentum: number;
  /** Weight decay, on every parameter. */
  decay: number;
  /** Epochs over which the rate rises linearly from 0. */
  warmup: number;
  /** Epochs (counted from 0) at whose start the rate is multiplied by `factor`. */
  milestones: number[];
  factor: number;
  /** Crops move by up to this many pixels in the image padded with black; 0: no crops. */
  padding: number;
  /** Whether half of the images are mirrored left to right. */
  flip: boolean;
  seed: number;
  /** Fused multiply-add: faster and other bytes; see `supportsFma`. */
  fma: boolean;
}

export interface LabelledImages {
  /** NHWC bytes. */
  images: Uint8Array;
  labels: ArrayLike<number>;
}

export function checkOptions(options: TrainingOptions): void {
  const { epochs, batch, rate, momentum, decay, warmup, milestones, factor, padding } = options;
  const whole = (name: string, value: number, least: number, most: number) =>
    insist(
      Number.isInteger(value) && value >= least && value <= most,
      () => `training ${name} must be a whole number from ${least} to ${most}, found ${value}.`,
    );
  whole('epochs', epochs, 1, 100_000);
  whole('batch', batch, 1, 1024);
  whole('warmup', warmup, 0, epochs);
  whole('padding', padding, 0, 64);
  for (const milestone of milestones) whole('milestone', milestone, 0, 1_000_000);
  const between = (name: string, value: number, most: number) =>
    insist(
      value >= 0 && value <= most,
      () => `training ${name} must lie between 0 and ${most}, found ${value}.`,
    );
  between('rate', rate, 100);
  between('momentum', momentum, 1);
  between('decay', decay, 1);
  between('factor', factor, 1);
}

export function checkImages(spec: NetworkSpec, { images, labels }: LabelledImages): void {
  checkSpec(spec);
  const count = countImages(spec, images);
  insist(count > 0, () => 'no images to train on.');
  insist(
    labels.length === count,
    () => `${count} images and ${labels.length} labels: one label an image is needed.`,
  );
  for (let n = 0; n < count; n++) {
    const label = labels[n];
    insist(
      Number.isInteger(label) && label >= 0 && label < spec.classes,
      () => `label ${n} is ${label} (expected a class from 0 to ${spec.classes - 1}).`,
    );
  }
}

export function countImages(spec: NetworkSpec, images: Uint8Array): number {
  const { height, width, channels } = spec;
  const size = height * width * channels;
  insist(
    images.length % size === 0,
    () =>
      `${images.length} bytes are no whole number of ${height}×${width}×${channels} images ` +
      `of ${size} bytes.`,
  );
  return images.length / size;
}
