import { count, fixed, signed } from '@cede/core';
import { escapeHtml } from '../escape.js';
import { displayName } from '../method-names.js';
import { percent, tableDecimals } from '../number.js';
import type { ExpertRow, ReportData } from '../report-data.js';
import { html, paragraph, scroll, section } from './markup.js';

/** Several experts side by side: whom to ask, at the rate of the finding. */
export function expertsSection(data: ReportData): string {
  const { experts, target, finding } = data;
  if (!experts || experts.length < 2) return '';
  const decimals = tableDecimals(data);
  const unit = target.unit ? `, ${target.unit}` : '';
  const columns: [string, (row: ExpertRow) => string][] = [
    ['expert', name],
    ['cases', ({ rows }) => html(count(rows))],
    [
      `${data.model?.name ?? 'model'} alone${unit}`,
      ({ modelValue }) => html(fixed(modelValue, decimals)),
    ],
    [`expert alone${unit}`, ({ expertValue }) => html(fixed(expertValue, decimals))],
    [`together${unit}`, ({ value }) => html(fixed(value, decimals))],
    [
      'gain (interval)',
      ({ gain }) =>
        html(
          `${signed(gain.estimate, decimals)} (${signed(gain.lower, decimals)} to ${signed(gain.upper, decimals)})`,
        ),
    ],
    ['method', ({ method }) => html(displayName(method))],
  ];
  const head = columns.map(([title]) => `<th scope="col">${html(title)}</th>`).join('');
  const body = experts.map(
    (row) =>
      `<tr>${columns.map(([, cell], k) => (k === 0 ? `<th scope="row">${cell(row)}</th>` : `<td>${cell(row)}</td>`)).join('')}</tr>`,
  );
  return section(
    'Whom to ask',
    paragraph(
      `Every expert by itself, with ${percent(finding.rate)} of the cases handed to it: the rest of this page is about the first.`,
    ),
    scroll(
      'Whom to ask',
      `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`,
    ),
    paragraph(
      `Cases: the test cases that this expert answered, so figures of the model differ where experts answered different cases. Gain: over the model alone, with its ${percent(finding.confidence)} interval over test rows and seeds, for one expert at a time.`,
      'soft small',
    ),
  );
}

function name({ name: text, report }: ExpertRow): string {
  return report ? `<a href="${escapeHtml(report)}">${html(text)}</a>` : html(text);
}
