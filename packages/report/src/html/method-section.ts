import { labelOf } from '../headline/chosen.js';
import { displayName } from '../method-names.js';
import type { MethodResult, ReportData } from '../report-data.js';
import { vocabulary } from '../vocabulary.js';
import { html, section } from './markup.js';

/** One plain sentence a family, for readers who don't know the field. */
export function methodSection(data: ReportData): string {
  const { methods } = vocabulary(data);
  const kindOf = ({ name, family }: MethodResult) => (name === 'auto' ? 'auto' : family);
  const kinds = [...new Set(data.methods.map(kindOf)), 'random', 'oracle'] as const;
  const items = kinds.map((kind) => {
    const names = data.methods.filter((method) => kindOf(method) === kind);
    const title = names.length ? names.map(labelOf).join(', ') : displayName(kind);
    return `<li><strong>${html(title)}.</strong> ${html(methods[kind])}</li>`;
  });
  return section('What the methods do', `<ul>${items.join('\n')}</ul>`);
}
