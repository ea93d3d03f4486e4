import { fixed } from '@cede/core';
import Table from 'cli-table3';
import { percent, tableDecimals } from '../number.js';
import type { ReportData } from '../report-data.js';
import { measures, type TableRow, tableRows } from '../table/rows.js';
import { validateReportData } from '../validate.js';
import { vocabulary } from '../vocabulary.js';
import { ink, plainText, type TerminalOptions, tame } from './ansi.js';

/**
 * The table of methods × rates. Where it is wider than the terminal it first drops the ±, then
 * rates from the right (and says how many).
 */
export function terminalTable(data: ReportData, options: TerminalOptions = {}): string {
  validateReportData(data);
  const { width = 80 } = options;
  let text = draw(data, options, data.rates.length, true);
  // Short names only where not even one rate fits beside the long ones.
  for (const names of ['label', 'short'] as const)
    for (let rates = data.rates.length; rates >= 1 && widthOf(text) > width; rates--)
      text = draw(data, options, rates, false, names);
  return options.unicode === false ? plainText(text) : text;
}

function draw(
  data: ReportData,
  options: TerminalOptions,
  rates: number,
  spread: boolean,
  names: 'label' | 'short' = 'label',
): string {
  const { colour = false } = options;
  const decimals = tableDecimals(data);
  const last = measures(data);
  const table = new Table({
    head: [
      'method',
      ...data.rates.slice(0, rates).map((rate) => percent(rate)),
      ...last.map(({ head }) => head),
    ].map((text) => ink(text, 'dim', colour)),
    colAligns: ['left', ...Array<'right'>(rates + last.length).fill('right')],
    style: { head: [], border: [], compact: true },
    chars: frame(),
  });
  for (const row of tableRows(data)) {
    const name = tame(row[names]);
    table.push([
      row.chosen ? ink(name, 'bold', colour) : row.reference ? ink(name, 'dim', colour) : name,
      ...row.mean.slice(0, rates).map((_, k) => cell(row, k, decimals, spread, colour)),
      ...last.map(({ of }) => fixed(of(row), decimals)),
    ]);
  }
  const left = data.rates.length - rates;
  const unit = data.target.unit ? `, ${data.target.unit}` : '';
  const [bold, red] = colour
    ? [ink('bold', 'bold', colour), ink('red', 'red', colour)]
    : ['*', '†'];
  const marks = new Set(tableRows(data).flatMap((row) => row.marks.slice(0, rates)));
  const [meaning, note] = legendOf(data);
  const legend = [
    ...(marks.has('bold') ? [`${bold} ${meaning.bold}`] : []),
    ...(marks.has('red') ? [`${red} ${meaning.red}`] : []),
    ...(marks.has('bold') || marks.has('red') ? [note] : [`nothing stands out ${note}`]),
  ];
  const more = left > 0 ? `; ${left} more ${left === 1 ? 'rate' : 'rates'} in table.md` : '';
  return `${table.toString()}\n${data.target.name}${unit}, by share ${vocabulary(data).ofCases}${more}\n${legend.join(', ')}\n`;
}

/** What the marks mean, in the little room of a terminal. */
function legendOf({ band }: ReportData) {
  return band.kind === 'rows-and-seeds'
    ? ([
        { bold: 'best', red: 'not shown to beat random' },
        'by paired 95 % intervals (Holm)',
      ] as const)
    : ([{ bold: 'best family', red: 'nearer to random' }, 'by seeds alone, not by rows'] as const);
}

function cell(row: TableRow, k: number, decimals: number, spread: boolean, colour: boolean) {
  const { mean, std, marks } = row;
  const more = spread && std.length ? ` ± ${fixed(std[k], decimals)}` : '';
  const text = fixed(mean[k], decimals) + more;
  if (marks[k] === 'none') return colour ? text : `${text} `;
  if (colour) return ink(text, marks[k], true);
  return `${text}${marks[k] === 'bold' ? '*' : '†'}`;
}

/** No frame: aligned numbers need no fences. */
export function frame(): Record<string, string> {
  const none = Object.fromEntries(
    [
      ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left'],
      ...['bottom-right', 'left', 'left-mid', 'right', 'right-mid', 'mid', 'mid-mid'],
    ].map((name) => [name, '']),
  );
  return { ...none, middle: '' };
}

/** The table's lines only; the two of the legend below may wrap. */
function widthOf(text: string): number {
  const lines = text.trimEnd().split('\n').slice(0, -2);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences take no room.
  return Math.max(...lines.map((line) => [...line.replace(/\u001b\[\d+m/g, '')].length));
}
