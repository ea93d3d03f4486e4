import { fixed, insist } from '@cede/core';
import { escapeLatex } from '../escape.js';
import { percent, tableDecimals } from '../number.js';
import type { ReportData } from '../report-data.js';
import { validateReportData } from '../validate.js';
import { capital } from '../vocabulary.js';
import { measures, type TableRow, tableNote, tableRows } from './rows.js';

/** A tabular to \input into a paper; needs the packages booktabs and xcolor. */
export function tableLatex(data: ReportData): string {
  return tabular([data], () => []);
}

/** One tabular over several runs, each a block beneath its title; their rates are the same. */
export function blocksLatex(blocks: readonly ReportData[]): string {
  const { rates } = blocks[0];
  insist(
    blocks.every((block) => String(block.rates) === String(rates)),
    () => 'Runs of one table have the same rates.',
  );
  return tabular(blocks, ({ title }, columns) => [
    `\\multicolumn{${columns}}{l}{\\textbf{${escapeLatex(title)}}} \\\\`,
  ]);
}

function tabular(
  blocks: readonly ReportData[],
  head: (data: ReportData, columns: number) => string[],
): string {
  for (const data of blocks) validateReportData(data);
  const [first] = blocks;
  const last = measures(first);
  const columns = 1 + first.rates.length + last.length;
  return [
    '% Needs \\usepackage{booktabs,xcolor}.',
    ...new Set(blocks.map((data) => `% ${tableNote(data).replace(/\s+/g, ' ')}`)),
    `\\begin{tabular}{l${'r'.repeat(columns - 1)}}`,
    '\\toprule',
    line([
      'Method',
      ...first.rates.map((rate) => escapeLatex(percent(rate))),
      ...last.map(({ head }) => capital(head)),
    ]),
    ...blocks.flatMap((data) => ['\\midrule', ...head(data, columns), ...body(data)]),
    '\\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n');
}

/** The methods, then what they are measured against. */
function body(data: ReportData): string[] {
  const decimals = tableDecimals(data);
  const rows = tableRows(data);
  const printed = (row: TableRow) =>
    line([
      escapeLatex(row.short),
      ...row.mean.map((_, k) => cell(row, k, decimals)),
      ...measures(data).map(({ of }) => `$${latexNumber(of(row), decimals)}$`),
    ]);
  return [
    ...rows.filter(({ reference }) => !reference).map(printed),
    '\\midrule',
    ...rows.filter(({ reference }) => reference).map(printed),
  ];
}

const line = (cells: readonly string[]) => `${cells.join(' & ')} \\\\`;

function cell({ mean, std, marks }: TableRow, k: number, decimals: number): string {
  const value =
    latexNumber(mean[k], decimals) + (std.length ? ` \\pm ${latexNumber(std[k], decimals)}` : '');
  // \boldmath, not \mathbf: the latter leaves ± and the minus sign thin.
  if (marks[k] === 'bold') return `{\\boldmath$${value}$}`;
  return marks[k] === 'red' ? `\\textcolor{red}{$${value}$}` : `$${value}$`;
}

const latexNumber = (value: number, decimals: number) => fixed(value, decimals).replace('−', '-');
