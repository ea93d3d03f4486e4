import type { Table } from '@cede/core';
import type { Dataset } from '../dataset/dataset.js';
import { networkName, type Preset } from '../preset/preset.js';
import type { PredictionResult } from './table-cell.js';

/** What two networks say of the same images, as tables: scorers are fitted on one and tested on the other. */
export function pairTables(
  dataset: Dataset,
  model: PredictionResult,
  expert: PredictionResult,
  preset: Preset,
): { fit: Table; test: Table } {
  const table = (part: 'validation' | 'test'): Table => {
    const { labels } = dataset.splits[part];
    return {
      rows: labels.length,
      classes: dataset.classes,
      label: Int32Array.from(labels),
      model: model[part],
      experts: [
        {
          name: networkName(preset, 'expert'),
          kind: 'probabilities',
          probabilities: expert[part],
        },
      ],
      columns: [],
      id: Array.from(labels, (_, i) => `${part}-${i}`),
    };
  };
  return { fit: table('validation'), test: table('test') };
}
