import { aheadSentence, claimOf } from '../headline/claim.js';
import type { ReportData } from '../report-data.js';
import { warningList } from './how-section.js';
import { html, paragraph } from './markup.js';

/** The claim in at most two lines, then the numbers that carry it. */
export function openingSection(data: ReportData): string {
  const { claim, evidence } = claimOf(data);
  const more = [
    data.costs?.accuracyNote,
    data.costs?.ahead,
    aheadSentence(data),
    data.finding.advice,
    data.costs?.summary,
  ].filter((sentence) => sentence !== null && sentence !== undefined);
  return [
    '<header>',
    paragraph(data.title, 'title'),
    warningList(data.leaks ?? []),
    `<h1 style="--letters:${claim.length}">${html(claim)}</h1>`,
    paragraph([evidence, ...more].join(' '), 'evidence'),
    '</header>',
  ]
    .filter(Boolean)
    .join('\n');
}
