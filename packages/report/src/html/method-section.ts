import type { Family } from '@cede/core';
import { labelOf } from '../headline/chosen.js';
import { displayName } from '../method-names.js';
import type { ReportData } from '../report-data.js';
import { vocabulary } from '../vocabulary.js';
import { html, section } from './markup.js';

/** One plain sentence a family, for readers who don't know the field. */
export function methodSection(data: ReportData): string {
  const { methods } = vocabulary(data);
  const families = [...new Set(data.methods.map(({ family }) => family)), 'random', 'oracle'];
  const items = families.map((family) => {
    const names = data.methods.filter((method) => method.family === family);
    const title = names.length ? names.map(labelOf).join(', ') : displayName(family);
    return `<li><strong>${html(title)}</strong> ${html(methods[family as Family])}</li>`;
  });
  return section('What the methods do', `<ul>${items.join('\n')}</ul>`);
}
