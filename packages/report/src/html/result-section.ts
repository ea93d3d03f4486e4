import { count, fixed, percent, tableDecimals } from '../number.js';
import type { ReportData } from '../report-data.js';
import { type TableRow, tableNote, tableRows } from '../table/rows.js';
import { html, paragraph, section, table } from './markup.js';

/** The paper's table: methods × rates. */
export function resultSection(data: ReportData): string {
  const decimals = tableDecimals(data);
  const head = ['method', ...data.rates.map((rate) => percent(rate)), 'area', 'of the gap']
    .map((text) => `<th scope="col">${html(text)}</th>`)
    .join('');
  const rows = tableRows(data).map((row) => {
    const cells = row.mean.map((_, k) => resultCell(row, k, decimals));
    const share = row.shareOfGap === null ? '–' : percent(row.shareOfGap);
    const kind = row.chosen ? ' class="chosen"' : row.reference ? ' class="reference"' : '';
    return `<tr${kind}><th scope="row">${html(row.label)}</th>${cells.join('')}<td>${html(fixed(row.area, decimals))}</td><td>${html(share)}</td></tr>`;
  });
  const note = `${tableNote(data)} Area: the mean over all rates. Of the gap: how much of the way from random to the oracle the area covers.`;
  return section(
    'All methods compared',
    `<div class="scroll" tabindex="0" role="region" aria-label="All methods compared"><table class="results"><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`,
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
    '<h3>Reviews saved</h3>',
    paragraph(
      `How many fewer cases ${data.expert.name} sees with ${data.finding.method} for the same ${data.target.name}, out of ${count(data.test.rows)}.`,
    ),
    `<div class="scroll">${table(
      [
        {
          head: 'instead of',
          cell: (row) => `${row.baseline} at ${percent(row.baselineRate)}`,
        },
        { head: `reaching${unit}`, cell: (row) => fixed(row.value, decimals) },
        { head: 'needs', cell: (row) => (row.rate === null ? 'never' : percent(row.rate)) },
        {
          head: 'cases saved',
          cell: (row) => (row.cases === null ? '–' : count(row.cases)),
        },
      ],
      data.reviewsSaved,
    )}</div>`,
  ].join('\n');
}
