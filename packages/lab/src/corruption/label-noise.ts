import { insist, type Stream } from '@cede/core';
import type { ClassNames, Corrupted, LabelNoiseSpec } from './corruption.js';
import { summarise } from './summary.js';

/**
 * Every example of the first k classes gets a label drawn uniformly from *all* classes, its own
 * included: one in L keeps its label by chance.
 */
export function labelNoise(
  labels: Uint8Array,
  { classes }: ClassNames,
  spec: LabelNoiseSpec,
  random: Stream,
): Corrupted {
  const count = classes.length;
  insist(
    Number.isInteger(spec.classes) && spec.classes >= 1 && spec.classes <= count,
    () => `label noise(${spec.classes}): the dataset has ${count} classes; give 1 … ${count}.`,
  );
  const noisy = Uint8Array.from(labels, (label) =>
    label < spec.classes ? random.below(count) : label,
  );
  const everything = Uint32Array.from(labels.keys());
  const rule =
    `label noise(${spec.classes}): labels of classes 0 … ${spec.classes - 1} ` +
    `drawn anew from all ${count}`;
  return summarise(labels, count, everything, noisy, rule);
}
