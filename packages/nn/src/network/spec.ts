import { insist } from '@cede/core';

/** A ResNet for small images (He et al. 2016, section 4.2): 6n + 2 layers, option-A shortcuts. */
export interface NetworkSpec {
  /** Weighted layers: 8, 14, 20, 32, 56, … */
  depth: number;
  classes: number;
  height: number;
  width: number;
  /** 1 or 3. */
  channels: number;
  /** Per channel, on the scale 0 … 1: the network sees (pixel / 255 − mean) / deviation. */
  mean: number[];
  deviation: number[];
}

/** Channels of the three stages. */
export const WIDTHS = [16, 32, 64] as const;
export const FEATURES = WIDTHS[2];
/** Added to a variance before its root; PyTorch's default, so that published weights fit. */
export const EPSILON = 1e-5;

export function checkSpec(spec: NetworkSpec): void {
  const { depth, classes, height, width, channels, mean, deviation } = spec;
  insist(
    Number.isInteger(depth) && depth >= 8 && (depth - 2) % 6 === 0,
    () => `network depth must be 6n + 2 (8, 14, 20, …), found ${depth}.`,
  );
  insist(
    Number.isInteger(classes) && classes >= 2,
    () => `network classes must be a whole number of at least 2, found ${classes}.`,
  );
  for (const [name, size] of [
    ['height', height],
    ['width', width],
  ] as const) {
    insist(
      Number.isInteger(size) && size >= 2 && size <= 512,
      () => `image ${name} must be a whole number from 2 to 512, found ${size}.`,
    );
  }
  insist(
    channels === 1 || channels === 3,
    () => `images must have 1 or 3 channels, found ${channels}.`,
  );
  insist(
    mean.length === channels && mean.every(Number.isFinite),
    () => `mean must hold ${channels} finite numbers, one a channel, found [${mean}].`,
  );
  insist(
    deviation.length === channels && deviation.every((value) => value > 0 && value < Infinity),
    () => `deviation must hold ${channels} positive numbers, one a channel, found [${deviation}].`,
  );
}

/** Mean and deviation of every channel of a set of images (NHWC bytes), on the scale 0 … 1. */
export function channelMoments(
  images: Uint8Array,
  channels: number,
): { mean: number[]; deviation: number[] } {
  const counts = Array.from({ length: channels }, () => new Float64Array(256));
  for (let n = 0; n < images.length; n++) counts[n % channels][images[n]]++;
  const pixels = images.length / channels;
  const mean = counts.map((count) => count.reduce((sum, k, v) => sum + k * v, 0) / pixels / 255);
  const deviation = counts.map((count, c) => {
    const squares = count.reduce((sum, k, v) => sum + k * (v / 255 - mean[c]) ** 2, 0);
    return Math.sqrt(squares / pixels) || 1; // a constant channel stays as it is
  });
  return { mean, deviation };
}
