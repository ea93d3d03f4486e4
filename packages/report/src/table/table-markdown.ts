import { escapeMarkdown } from '../escape.js';
import { fixed, percent, tableDecimals } from '../number.js';
import type { ReportData } from '../report-data.js';
import { validateReportData } from '../validate.js';
import { type TableRow, tableNote, tableRows } from './rows.js';

/** The table of methods × rates. Markdown has no colour, so red is marked with a dagger. */
export function tableMarkdown(data: ReportData): string {
  validateReportData(data);
  const decimals = tableDecimals(data);
  const rows = tableRows(data);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const note = tableNote(data).replace('Red:', '† :');
  return [
    line(['method', ...data.rates.map((rate) => percent(rate)), 'area']),
    line(['---', ...data.rates.map(() => '---:'), '---:']),
    ...rows.map((row) =>
      line([
        escapeMarkdown(row.label),
        ...row.mean.map((_, k) => cell(row, k, decimals)),
        fixed(row.area, decimals),
      ]),
    ),
    '',
    `${escapeMarkdown(note)} Area: the mean over all rates.`,
    '',
  ].join('\n');
}

function cell({ mean, std, marks }: TableRow, k: number, decimals: number): string {
  const value = fixed(mean[k], decimals) + (std.length ? ` ± ${fixed(std[k], decimals)}` : '');
  if (marks[k] === 'bold') return `**${value}**`;
  return marks[k] === 'red' ? `${value} †` : value;
}
