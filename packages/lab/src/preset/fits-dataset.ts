import { InputError, methodNamed, type Table } from '@cede/core';
import { corruptLabels } from '../corruption/corrupt.js';
import type { CorruptionSpec } from '../corruption/corruption.js';
import { resolveClasses } from '../corruption/specialist.js';
import type { Dataset } from '../dataset/dataset.js';
import { corruptionOf, type Preset } from './preset.js';

/**
 * What a preset asks can be done with this dataset: its classes exist and its methods can be fed.
 * Asked before networks are trained, because afterwards it would cost hours.
 */
export function insistOnFittingDataset(preset: Preset, dataset: Dataset, name: string): void {
  const at = (path: string, check: () => void) => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw error.saying(`preset ${name}: ${path}: ${error.message}`);
    }
  };
  const { seed } = preset;
  const corruption = corruptionOf(preset);
  if (corruption?.kind === 'specialist')
    corruption.specialists.forEach((wanted, k) => {
      at(`corruption.specialists[${k}]`, () => resolveClasses([wanted], dataset));
    });
  if (corruption)
    at(`corruption.${CLASSES[corruption.kind]}`, () =>
      corruptLabels(dataset.splits.train.labels, dataset, corruption, seed),
    );
  const count = dataset.classes.length;
  preset.targets.forEach((target, k) => {
    if (target !== 'accuracy' && Number(target.slice('top'.length)) >= count)
      throw new InputError(
        `preset ${name}: targets[${k}]: ${target} needs more classes than the ${count} of ${dataset.name}.`,
      );
  });
  const table = shapeOf(dataset);
  preset.methods.forEach((method, k) => {
    const reason = methodNamed(method).whyUnusable(table, 0);
    if (reason) throw reason.of(`preset ${name}: methods[${k}], ${method}`);
  });
}

/** The option of each corruption that speaks of classes. */
const CLASSES: Readonly<Record<CorruptionSpec['kind'], string>> = {
  'label-noise': 'classes',
  'long-tail': 'head',
  specialist: 'specialists',
};

/** A table as the networks will make it, with nothing learned in it. */
function shapeOf({ classes, splits }: Dataset): Table {
  const { labels } = splits.validation;
  const uniform = () => new Float32Array(labels.length * classes.length).fill(1 / classes.length);
  return {
    rows: labels.length,
    classes,
    label: Int32Array.from(labels),
    model: uniform(),
    experts: [{ name: 'expert', kind: 'probabilities', probabilities: uniform() }],
    columns: [],
  };
}
