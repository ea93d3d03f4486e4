import { listDatasets } from './dataset/registry.js';
import { listPresets } from './preset/registry.js';

/** What there is to run and to fetch, and the same as lines for a person. */
export function listing() {
  const presets = listPresets().map(({ name, title, dataset }) => ({ name, title, dataset }));
  const datasets = listDatasets().map(({ name, title, official }) => ({
    name,
    title,
    embedded: official === null,
  }));
  const row = (name: string, title: string) => `  ${name.padEnd(38)} ${title}`;
  const lines = [
    'Presets (cede lab run NAME --out DIR):',
    ...presets.map(({ name, title }) => row(name, title)),
    '',
    'Datasets (cede lab fetch NAME):',
    ...datasets.map(({ name, title, embedded }) =>
      row(name, `${title}${embedded ? ' (embedded)' : ''}`),
    ),
  ];
  return { presets, datasets, lines };
}
