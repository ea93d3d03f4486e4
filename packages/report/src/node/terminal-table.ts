import { fixed } from '@cede/core';
import Table from 'cli-table3';
import { percent, tableDecimals } from '../number.js';
import type { ReportData } from '../report-data.js';
import { measures, type TableRow, tableRows } from '../table/rows.js';
import { validateReportData } from '../validate.js';
import { vocabulary } from '../vocabulary.js';
import { ink, plainText, type TerminalOptions, tame } from './ansi.js';

/**
 * The table of methods × rates, and the finding's own rate among them. Where it is wider than the
 * terminal it first drops the ±, then rates from the right (and says how many), never the finding's.
 */
export function terminalTable(data: ReportData, options: TerminalOptions = {}): string {
  validateReportData(data);
  const { width = 80 } = options;
  const all = columnsOf(data);
  let drawn = draw(data, options, all, true);
  // Short names only where not even one rate fits beside the long ones.
  for (const names of ['label', 'short'] as const)
    for (let left = all.length; left >= 1 && widthOf(drawn.table) > width; left--)
      drawn = draw(data, options, fewer(all, left), false, names);
  const text = `${drawn.table}\n${drawn.notes.join('\n')}\n`;
  return options.unicode === false ? plainText(text) : text;
}

/** A rate of the table, or the finding's: then its values are those of the curves, and untested. */
interface Column {
  readonly rate: number;
  readonly at?: number;
  readonly isFinding: boolean;
}

function columnsOf({ rates, grid, finding, random }: ReportData): Column[] {
  const columns = rates.map((rate, at) => ({ rate, at, isFinding: rate === finding.rate }));
  const known = random.atFinding !== undefined || grid.includes(finding.rate);
  if (!known || columns.some(({ isFinding }) => isFinding)) return columns;
  return [...columns, { rate: finding.rate, isFinding: true }].sort((a, b) => a.rate - b.rate);
}

function fewer(all: readonly Column[], left: number): readonly Column[] {
  const others = all.filter(({ isFinding }) => !isFinding).slice(0, left - 1);
  const shown = all.filter((column) => column.isFinding || others.includes(column));
  return shown.some(({ isFinding }) => isFinding) ? shown : all.slice(0, left);
}

function draw(
  data: ReportData,
  options: TerminalOptions,
  columns: readonly Column[],
  spread: boolean,
  names: 'label' | 'short' = 'label',
): { readonly table: string; readonly notes: readonly string[] } {
  const { colour = false } = options;
  const decimals = tableDecimals(data);
  const last = measures(data);
  const table = new Table({
    head: [
      'method',
      ...columns.map(({ rate }) => percent(rate)),
      ...last.map(({ head }) => head),
    ].map((text) => ink(text, 'dim', colour)),
    colAligns: ['left', ...Array<'right'>(columns.length + last.length).fill('right')],
    style: { head: [], border: [], compact: true },
    chars: frame(),
  });
  const rows = tableRows(data);
  for (const row of rows) {
    const name = tame(row[names]);
    const untested = (value: number) => fixed(value, decimals) + (colour ? '' : ' ');
    table.push([
      row.chosen ? ink(name, 'bold', colour) : row.reference ? ink(name, 'dim', colour) : name,
      ...columns.map(({ at }) =>
        at === undefined
          ? untested(valueAtFinding(data, row.name))
          : cell(row, at, decimals, spread, colour),
      ),
      ...last.map(({ of }) => fixed(of(row), decimals)),
    ]);
  }
  return { table: table.toString(), notes: below(data, columns, rows, colour) };
}

/** Its curve at the finding's rate, as the report's dial shows it. */
function valueAtFinding({ methods, grid, finding, ...references }: ReportData, name: string) {
  const line =
    name === 'random' || name === 'oracle'
      ? references[name]
      : methods.find((method) => method.name === name)!;
  return line.atFinding?.value ?? line.values[grid.indexOf(finding.rate)];
}

/** What the numbers are, and what the marks mean: of those that are there. */
function below(
  data: ReportData,
  columns: readonly Column[],
  rows: readonly TableRow[],
  colour: boolean,
): string[] {
  const shown = columns.flatMap(({ at }) => (at === undefined ? [] : [at]));
  const untested = columns.find(({ at }) => at === undefined);
  const left = data.rates.length - shown.length;
  const unit = data.target.unit ? `, ${data.target.unit}` : '';
  const [bold, red] = colour
    ? [ink('bold', 'bold', colour), ink('red', 'red', colour)]
    : ['*', '†'];
  const marks = new Set(rows.flatMap((row) => shown.map((at) => row.marks[at])));
  const [meaning, note] = legendOf(data, untested && `not tested at ${percent(untested.rate)}`);
  const legend = [
    ...(marks.has('bold') ? [`${bold} ${meaning.bold}`] : []),
    ...(marks.has('red') ? [`${red} ${meaning.red}`] : []),
    ...(marks.has('bold') || marks.has('red') ? [note] : [`no method clearly ahead ${note}`]),
  ];
  const area = data.rejection ? '' : '; area: mean over all rates';
  return [
    `${data.target.name}${unit}, by share ${vocabulary(data).ofCases}${area}`,
    legend.join(', '),
    ...(left > 0 ? [`${left} more ${left === 1 ? 'rate' : 'rates'} in table.md`] : []),
  ];
}

/** What the marks mean, in the little room of a terminal. */
function legendOf({ band }: ReportData, but: string | undefined) {
  return band.kind === 'rows-and-seeds'
    ? ([
        { bold: 'best', red: 'not shown to beat random' },
        `by paired 95 % intervals, Holm-corrected${but ? ` (${but})` : ''}`,
      ] as const)
    : ([
        { bold: 'best family', red: 'nearer to random' },
        `by seeds alone, not by rows${but ? ` (${but})` : ''}`,
      ] as const);
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

/** Of the table's lines; those below it may wrap. */
function widthOf(text: string): number {
  const lines = text.trimEnd().split('\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences take no room.
  return Math.max(...lines.map((line) => [...line.replace(/\u001b\[\d+m/g, '')].length));
}
