import { fixed } from '@cede/core';
import { escapeMarkdown } from '../escape.js';
import { percent, tableDecimals } from '../number.js';
import type { ReportData } from '../report-data.js';
import { validateReportData } from '../validate.js';
import { measures, measuresNote, type TableRow, tableNote, tableRows } from './rows.js';

/** The table of methods × rates. Markdown has no colour, so red is marked with a dagger. */
export function tableMarkdown(data: ReportData): string {
  validateReportData(data);
  const decimals = tableDecimals(data);
  const rows = tableRows(data);
  const last = measures(data);
  const cells = [
    ['method', ...data.rates.map((rate) => percent(rate)), ...last.map(({ head }) => head)],
    ...rows.map((row) => [
      escapeMarkdown(row.short),
      ...row.mean.map((_, k) => cell(row, k, decimals)),
      ...last.map(({ of }) => fixed(of(row), decimals)),
    ]),
  ];
  // Padded, so that the file reads as a table in an editor too.
  const widths = cells[0].map((_, k) => Math.max(4, ...cells.map((row) => row[k].length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((text, k) => (k === 0 ? text.padEnd(widths[k]) : text.padStart(widths[k]))).join(' | ')} |`;
  const rule = widths.map((width, k) =>
    k === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const note = tableNote(data).replace('Red:', '†:');
  return [
    line(cells[0]),
    line(rule),
    ...cells.slice(1).map(line),
    '',
    `${escapeMarkdown(note)} ${measuresNote(data)}`,
    '',
  ].join('\n');
}

function cell({ mean, std, marks }: TableRow, k: number, decimals: number): string {
  const value = fixed(mean[k], decimals) + (std.length ? ` ± ${fixed(std[k], decimals)}` : '');
  if (marks[k] === 'bold') return `**${value}**`;
  return marks[k] === 'red' ? `${value} †` : value;
}
