import { fixed } from '@cede/core';
import { escapeLatex } from '../escape.js';
import { percent, tableDecimals } from '../number.js';
import type { ReportData } from '../report-data.js';
import { validateReportData } from '../validate.js';
import { capital } from '../vocabulary.js';
import { measures, type TableRow, tableNote, tableRows } from './rows.js';

/** A tabular to \input into a paper; needs the packages booktabs and xcolor. */
export function tableLatex(data: ReportData): string {
  validateReportData(data);
  const decimals = tableDecimals(data);
  const rows = tableRows(data);
  const last = measures(data);
  const line = (cells: readonly string[]) => `${cells.join(' & ')} \\\\`;
  const body = (row: TableRow) =>
    line([
      escapeLatex(row.short),
      ...row.mean.map((_, k) => cell(row, k, decimals)),
      ...last.map(({ of }) => `$${latexNumber(of(row), decimals)}$`),
    ]);
  return [
    '% Needs \\usepackage{booktabs,xcolor}.',
    `% ${tableNote(data).replace(/\s+/g, ' ')}`,
    `\\begin{tabular}{l${'r'.repeat(data.rates.length + last.length)}}`,
    '\\toprule',
    line([
      'Method',
      ...data.rates.map((rate) => escapeLatex(percent(rate))),
      ...last.map(({ head }) => capital(head)),
    ]),
    '\\midrule',
    ...rows.filter(({ reference }) => !reference).map(body),
    '\\midrule',
    ...rows.filter(({ reference }) => reference).map(body),
    '\\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n');
}

function cell({ mean, std, marks }: TableRow, k: number, decimals: number): string {
  const value =
    latexNumber(mean[k], decimals) + (std.length ? ` \\pm ${latexNumber(std[k], decimals)}` : '');
  // \boldmath, not \mathbf: the latter leaves ± and the minus sign thin.
  if (marks[k] === 'bold') return `{\\boldmath$${value}$}`;
  return marks[k] === 'red' ? `\\textcolor{red}{$${value}$}` : `$${value}$`;
}

const latexNumber = (value: number, decimals: number) => fixed(value, decimals).replace('−', '-');
