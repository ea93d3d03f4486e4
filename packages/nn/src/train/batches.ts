import { permutation, stream } from '@cede/core';
import type { TrainingOptions } from './options.js';

/** One image of a step: which, where its crop begins in the padded image, whether it is mirrored. */
export type Pick = [image: number, row: number, column: number, flip: number];

/**
 * The order and augmentation of one epoch. Every epoch has its own streams, so that a run that is
 * taken up again needs no memory of the random numbers before.
 */
export function epochPicks(options: Augmentation, images: number, epoch: number): Pick[] {
  const { seed, padding, flip } = options;
  const order = permutation(images, stream(seed, `order ${epoch}`));
  const random = stream(seed, `augmentation ${epoch}`);
  return Array.from(
    order,
    (image): Pick => [
      image,
      padding > 0 ? random.below(2 * padding + 1) : 0,
      padding > 0 ? random.below(2 * padding + 1) : 0,
      flip ? random.below(2) : 0,
    ],
  );
}

type Augmentation = Readonly<{ [Key in 'seed' | 'padding' | 'flip']: TrainingOptions[Key] }>;
