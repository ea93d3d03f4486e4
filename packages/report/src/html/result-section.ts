import { count, fixed } from '@cede/core';
import { labelOf, methodOf } from '../headline/chosen.js';
import { displayName } from '../method-names.js';
import { percent, tableDecimals } from '../number.js';
import type { ReportData } from '../report-data.js';
import { measures, measuresNote, type TableRow, tableNote, tableRows } from '../table/rows.js';
import { html, paragraph, scroll, section, table } from './markup.js';

/** The paper's table: methods × rates. */
export function resultSection(data: ReportData): string {
  const decimals = tableDecimals(data);
  const last = measures(data);
  const heads = last.map(({ head }) => head);
  // Learning to reject is judged by its own two areas.
  const gap = !data.rejection;
  const head = [
    'method',
    ...data.rates.map((rate) => percent(rate)),
    ...heads,
    ...(gap ? ['of the gap'] : []),
  ]
    .map((text) => `<th scope="col">${html(text)}</th>`)
    .join('');
  const rows = tableRows(data).map((row) => {
    const cells = row.mean.map((_, k) => resultCell(row, k, decimals));
    const share = row.shareOfGap === null ? '–' : `${fixed(100 * row.shareOfGap, 1)} %`;
    const kind = row.chosen ? ' class="chosen"' : row.reference ? ' class="reference"' : '';
    return `<tr${kind}><th scope="row">${html(row.label)}</th>${cells.join('')}${last.map(({ of }) => `<td>${html(fixed(of(row), decimals))}</td>`).join('')}${gap ? `<td>${html(share)}</td>` : ''}</tr>`;
  });
  const note = `${tableNote(data)} ${measuresNote(data)}${gap ? ' Of the gap: how much of the way from random to perfect hindsight the area covers.' : ''}`;
  return section(
    'All methods compared',
    scroll(
      'All methods compared',
      `<table class="results"><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
    ),
    paragraph(note, 'soft small'),
    reviewsSaved(data),
  );
}

function resultCell({ mean, std, marks }: TableRow, k: number, decimals: number): string {
  const spread = std.length
    ? ` <span class="spread">± ${html(fixed(std[k], decimals))}</span>`
    : '';
  const kind = marks[k] === 'none' ? '' : ` class="${marks[k]}"`;
  return `<td${kind}>${html(fixed(mean[k], decimals))}${spread}</td>`;
}

function reviewsSaved(data: ReportData): string {
  if (data.reviewsSaved.length === 0) return '';
  const decimals = tableDecimals(data);
  const unit = data.target.unit ? `, ${data.target.unit}` : '';
  return [
    '<h3>Fewer cases for the same result</h3>',
    paragraph(
      `How many of the ${count(data.test.rows)} cases ${data.expert.name} must see with ${labelOf(methodOf(data, data.finding.method))} for the same ${data.target.name}. Each is taken at the lowest rate that gives it.`,
    ),
    scroll(
      'Fewer cases for the same result',
      table(
        [
          {
            head: 'instead of',
            cell: ({ baseline, baselineRate, baselineNeeds = baselineRate }) =>
              `${displayName(baseline)} at ${percent(baselineRate)}${percent(baselineNeeds) === percent(baselineRate) ? '' : ` (as good at ${percent(baselineNeeds)})`}`,
          },
          { head: `${data.target.name}${unit}`, cell: (row) => fixed(row.value, decimals) },
          {
            head: 'share needed',
            cell: (row) => (row.rate === null ? 'never' : percent(row.rate)),
          },
          {
            head: 'cases',
            cell: ({ cases }) =>
              cases === null ? '–' : `${count(Math.abs(cases))} ${cases < 0 ? 'more' : 'fewer'}`,
          },
        ],
        data.reviewsSaved,
      ),
    ),
  ].join('\n');
}
