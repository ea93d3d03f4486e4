import type { Family } from '@cede/core';
import type { ReportData } from '../report-data.js';
import { html, section } from './markup.js';

/** One plain sentence a family, for readers who don't know the field. */
const MEANING: Record<Family, string> = {
  confidence: 'hands over where the model is least sure of itself; learns nothing.',
  'two-stage':
    'learns one network whose training penalises keeping what the model gets wrong and handing over what the expert gets wrong.',
  comparison: 'predicts how much better one of the two will do on a case, and goes by that.',
  drcpe:
    'learns to tell the cases that suit the model from the cases that suit the expert, as a ratio of two densities.',
  random: 'hands cases over by lot: a straight line from the model alone to the expert alone.',
  oracle: 'knows who will be right; nobody can reach it. It shows how much there is to gain.',
};

export function methodSection(data: ReportData): string {
  const families = [...new Set(data.methods.map(({ family }) => family)), 'random', 'oracle'];
  const items = families.map((family) => {
    const names = data.methods.filter((method) => method.family === family);
    const title = names.length ? names.map(({ name }) => name).join(', ') : family;
    return `<li><strong>${html(title)}</strong> ${html(MEANING[family as Family])}</li>`;
  });
  return section('What the methods do', `<ul>${items.join('\n')}</ul>`);
}
