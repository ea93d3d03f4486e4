/**
 * A curve in characters. With colour, lines are drawn in braille dots (2 × 4 to a character);
 * without, lines couldn't be told apart that way, so each has a character of its own.
 */
import type { Family } from '@cede/core';
import { fixed } from '@cede/core';
import { place, type Scale } from '../figure/scale.js';
import { labelOf } from '../headline/chosen.js';
import { displayName } from '../method-names.js';
import { percent } from '../number.js';
import type { ReportData } from '../report-data.js';
import { validateReportData } from '../validate.js';
import { vocabulary } from '../vocabulary.js';
import { type Ink, ink, plainText, type TerminalOptions, tame } from './ansi.js';

/** How curves are drawn. */
export interface CurveOptions extends TerminalOptions {
  /** Lines of text for the plot itself; 12 by default. */
  readonly height?: number;
}

interface Line {
  readonly label: string;
  readonly values: readonly number[];
  readonly ink: Ink;
  readonly sign: string;
}

const INKS: Record<Family, Ink> = {
  confidence: 'magenta',
  'two-stage': 'cyan',
  comparison: 'yellow',
  drcpe: 'blue',
  random: 'dim',
  oracle: 'dim',
};

/** The finding's method against its rival and random: more lines than three blur. */
export function terminalCurve(data: ReportData, options: CurveOptions = {}): string {
  validateReportData(data);
  const { width = 80, height = 12, colour = false, unicode = true } = options;
  const lines = linesOf(data, unicode);
  const values = lines.flatMap((line) => line.values);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const extent = high - low || Math.max(Math.abs(high) * 0.02, 1e-6);
  const room = high > low ? 0.02 * extent : extent;
  // A share can't leave 0 … 100 %, and an axis that does is read as a mistake.
  const [least, most] = data.target.unit === '%' ? [0, 100] : [-Infinity, Infinity];
  const domain: [number, number] = [Math.max(low - room, least), Math.min(high + room, most)];
  const decimals = extent < 1 ? 2 : 1;
  const label = (value: number) => fixed(value, decimals) + (data.target.unit === '%' ? ' %' : '');
  const labels = [label(domain[1]), label((domain[0] + domain[1]) / 2), label(domain[0])];
  const margin = Math.max(...labels.map((text) => text.length)) + 1;
  const columns = Math.max(10, width - margin - 2);

  const dots = colour && unicode ? { x: 2, y: 4 } : { x: 1, y: 1 };
  const canvas = new Map<number, { bits: number; line: Line }>();
  const y: Scale = { domain, range: [height * dots.y - 1, 0] };
  for (const line of lines) {
    for (let step = 0; step < columns * dots.x; step++) {
      const here = Math.round(
        place(y, along(data.grid, line.values, step / (columns * dots.x - 1))),
      );
      const next = Math.min(step + 1, columns * dots.x - 1);
      const there = Math.round(
        place(y, along(data.grid, line.values, next / (columns * dots.x - 1))),
      );
      // Fill the way to the next dot, so that steep lines don't fall apart.
      const way = Math.max(Math.abs(there - here), 1);
      for (let k = 0; k < way; k++) {
        const row = here + Math.sign(there - here) * k;
        const key = Math.floor(row / dots.y) * columns + Math.floor(step / dots.x);
        const before = canvas.get(key)?.bits ?? 0;
        canvas.set(key, { bits: before | BRAILLE[row % dots.y][step % dots.x], line });
      }
    }
  }
  const drawn = Array.from({ length: height }, (_, row) => {
    const tick =
      row === 0 ? labels[0] : row === height >> 1 ? labels[1] : row === height - 1 ? labels[2] : '';
    const cells = Array.from({ length: columns }, (_, column) => {
      const cell = canvas.get(row * columns + column);
      if (!cell) return { sign: ' ' };
      const sign = dots.x === 2 ? String.fromCodePoint(0x2800 + cell.bits) : cell.line.sign;
      return { sign, ink: cell.line.ink };
    });
    return `${tick.padStart(margin)} ${unicode ? '│' : '|'}${inkRuns(cells, colour)}`;
  });
  const axis = `${' '.repeat(margin)} ${unicode ? '└' : '+'}${(unicode ? '─' : '-').repeat(columns)}`;
  const ends = ' '.repeat(margin + 2) + axisEnds(data, columns);
  const names = [...lines].reverse();
  const indent = ' '.repeat(margin + 2);
  const oneLine = names.reduce((sum, line) => sum + line.label.length + 6, 0) <= columns;
  const legend = names
    .map((line) => `${ink(dots.x === 2 ? '⣤⣤' : line.sign, line.ink, colour)} ${line.label}`)
    .join(oneLine ? '   ' : `\n${indent}`);
  const text = `${[...drawn, axis, ends, indent + legend].join('\n')}\n`;
  return unicode ? text : plainText(text);
}

/** The first and the last rate, and between them what the axis counts where there is room. */
function axisEnds(data: ReportData, columns: number): string {
  const [first, last] = [data.grid[0], data.grid[data.grid.length - 1]].map(percent);
  const title = tame(vocabulary(data).axis);
  const room = columns - first.length - last.length;
  const text = title.length + 4 <= room ? title : '';
  const before = Math.floor((room - text.length) / 2);
  return `${first}${' '.repeat(before)}${text}${' '.repeat(room - before - text.length)}${last}`;
}

/** One escape sequence a run of the same colour, not one a character. */
function inkRuns(cells: readonly { sign: string; ink?: Ink }[], colour: boolean): string {
  const runs: { text: string; ink?: Ink }[] = [];
  for (const { sign, ink: name } of cells) {
    const last = runs.at(-1);
    if (last && last.ink === name) last.text += sign;
    else runs.push({ text: sign, ink: name });
  }
  if (runs.at(-1)?.ink === undefined) runs.pop();
  return runs.map(({ text, ink: name }) => (name ? ink(text, name, colour) : text)).join('');
}

/** Unicode's order of the eight dots: [row][column]. */
const BRAILLE = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];

/** The last is drawn on top. */
function linesOf(data: ReportData, unicode: boolean): Line[] {
  const { finding } = data;
  const one = (name: string, sign: string) =>
    data.methods
      .filter((method) => method.name === name)
      .map((method) => ({
        label: tame(labelOf(method)),
        values: method.values,
        ink: INKS[method.family],
        sign,
      }));
  return [
    {
      label: displayName('random'),
      values: data.random.values,
      ink: 'dim',
      sign: unicode ? '·' : '.',
    },
    ...(finding.rival ? one(finding.rival.method, unicode ? '○' : 'o') : []),
    ...one(finding.method, unicode ? '●' : '#'),
  ];
}

/** The value at a share of the way along the grid, on the straight line between its rates. */
function along(grid: readonly number[], values: readonly number[], share: number): number {
  const rate = grid[0] + share * (grid[grid.length - 1] - grid[0]);
  let k = 1;
  while (k < grid.length - 1 && grid[k] < rate) k++;
  const part = (rate - grid[k - 1]) / (grid[k] - grid[k - 1]);
  return values[k - 1] + part * (values[k] - values[k - 1]);
}
