import { InputError, stream } from '@cede/core';
import { type Dataset, type Split, takeExamples } from '../dataset/dataset.js';
import type { ClassNames, Corrupted, CorruptionSpec, CorruptionSummary } from './corruption.js';
import { labelNoise } from './label-noise.js';
import { longTail } from './long-tail.js';
import { specialist } from './specialist.js';

/**
 * The training labels after a corruption. The same seed gives the model and the expert the same
 * corrupted examples; each kind draws from a stream of its own.
 */
export function corruptLabels(
  labels: Uint8Array,
  names: ClassNames,
  spec: CorruptionSpec,
  seed: number,
): Corrupted {
  const random = stream(seed, `corruption ${spec.kind}`);
  switch (spec.kind) {
    case 'label-noise':
      return labelNoise(labels, names, spec, random);
    case 'long-tail':
      return longTail(labels, names, spec, random);
    case 'specialist':
      return specialist(labels, names, spec, random);
    default:
      throw new InputError(
        `'${(spec as { kind: string }).kind}' is no corruption; ` +
          'there are label-noise, long-tail and specialist.',
      );
  }
}

/** The training part of a dataset after a corruption, images gathered and labels replaced. */
export function corruptTrain(
  dataset: Dataset,
  spec: CorruptionSpec,
  seed: number,
): { split: Split; summary: CorruptionSummary } {
  const { train } = dataset.splits;
  const { indices, labels, summary } = corruptLabels(train.labels, dataset, spec, seed);
  return { split: { images: takeExamples(train, indices).images, labels }, summary };
}
