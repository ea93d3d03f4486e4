import { signed } from '@cede/core';
import { escapeHtml } from '../escape.js';
import { labelOf, methodOf } from '../headline/chosen.js';
import { displayName } from '../method-names.js';
import { decimalsFor, percent } from '../number.js';
import type { MethodResult, ReportData } from '../report-data.js';
import { vocabulary } from '../vocabulary.js';
import { FONT, layoutCurves, NOTE_FONT, NOTE_GAP } from './curve-layout.js';
import { stopsUpTo } from './last-rate.js';
import { chrome, lineStyle, type Theme } from './palette.js';
import { place, type Scale, tickDecimals, ticks } from './scale.js';
import { coordinate, path, SANS, text } from './svg.js';
import { wrapText } from './wrap.js';

/** How the panel of differences is drawn; its horizontal axis is that of the curves above it. */
export interface DifferenceOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  readonly id?: string;
  /** Whose difference; the finding's method unless told. */
  readonly method?: string;
  /** Where on the grid a needle stands, which the dial moves. */
  readonly needle?: number;
}

/** Whether there is a difference to show. */
export const hasDifference = ({ methods }: Pick<ReportData, 'methods'>): boolean =>
  methods.some(({ over }) => over !== undefined);

/**
 * The question of every comparison: is it better than what needs no learning? A method minus the
 * model's confidence (or minus random hand-over), paired by row, with a band for all rates at once.
 */
export function differenceSvg(data: ReportData, options: DifferenceOptions = {}): string {
  const { theme = 'light', width = 720, height = 190, id = 'difference' } = options;
  const above = layoutCurves(data, { width, bands: 'none' });
  const shown = stopsUpTo(data.grid, above.x.domain[1]);
  const method = methodOf(data, options.method ?? data.finding.method);
  const from = data.methods.find(({ over }) => over)!.over!.from;
  const [low, high] = domainOf(data.methods, shown);
  const plot = { ...above.plot, y: 26, height: height - 26 - 22 };
  const bottom = plot.y + plot.height;
  const y: Scale = { domain: [low, high], range: [bottom, plot.y] };
  const yValues = ticks(low, high, 4);
  const decimals = tickDecimals(yValues);
  const soft = chrome('soft', theme);
  const notes = wrapText(noteOf(data, from), width - plot.x - 8, NOTE_FONT);
  const style = lineStyle(method.name, method.family, theme);
  const { band, line } = pathsOf(data, method, shown, above.x, y);
  const unit = data.target.differenceUnit ? `, ${data.target.differenceUnit}` : '';
  const title = `Difference from ${displayName(from).toLowerCase()}${unit}`;
  const total = height + notes.length * NOTE_GAP;
  const scales = [above.x, y].map(({ domain, range }) =>
    [...domain, ...range].map((value) => Number(value.toFixed(4))).join(' '),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${total}" width="${width}" height="${total}" font-family="${SANS}" font-size="${FONT}" role="img" aria-labelledby="${id}-title" data-x="${scales[0]}" data-y="${scales[1]}">`,
    `<title id="${id}-title">${escapeHtml(`${title}: ${spoken(data, method)}`)}</title>`,
    `<clipPath id="${id}-clip"><rect x="${coordinate(plot.x)}" y="${plot.y}" width="${coordinate(plot.width)}" height="${plot.height}"/></clipPath>`,
    `<rect width="${width}" height="${total}" fill="${chrome('background', theme)}"/>`,
    text(title, 4, 15, { fill: chrome('ink', theme) }),
    ...yValues.map(
      (value) =>
        `<path d="M${coordinate(plot.x)},${coordinate(place(y, value))}h${coordinate(plot.width)}" stroke="${value === 0 ? soft : chrome('line', theme)}"/>${text(signed(value, decimals), plot.x - 6, place(y, value) + 4, { fill: soft, 'text-anchor': 'end' })}`,
    ),
    `<g clip-path="url(#${id}-clip)"><path class="over-band" d="${band}" fill="${style.colour}" fill-opacity="0.18"/><path class="over-line" d="${line}" fill="none" stroke="${style.colour}" stroke-width="2.4" stroke-linejoin="round"${style.dash ? ` stroke-dasharray="${style.dash}"` : ''}/></g>`,
    ...(options.needle === undefined
      ? []
      : [
          `<path class="dial" d="M${coordinate(place(above.x, data.grid[options.needle]))},${plot.y}V${bottom}" stroke="${soft}"/>`,
        ]),
    ...above.xTicks.map(({ at, text: label }) =>
      text(label, at, bottom + 16, { fill: soft, 'text-anchor': 'middle' }),
    ),
    ...notes.map((note, k) =>
      text(note, plot.x, height + NOTE_GAP * (k + 1) - 4, { fill: soft, 'font-size': NOTE_FONT }),
    ),
    '</svg>',
    '',
  ].join('\n');
}

/** 0 and every method: the panel keeps its scale when another one is chosen. */
function domainOf(methods: readonly MethodResult[], shown: number): [number, number] {
  const all = methods.flatMap(({ over }) =>
    over ? [...over.lower.slice(0, shown), ...over.upper.slice(0, shown)] : [],
  );
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const room = 0.05 * (high - low || 1);
  return [low - room, high + room];
}

function pathsOf(
  { grid }: ReportData,
  { over }: MethodResult,
  shown: number,
  x: Scale,
  y: Scale,
): { band: string; line: string } {
  if (!over) return { band: '', line: '' };
  const at = (values: readonly number[]) =>
    values.slice(0, shown).map((value, k) => ({ x: place(x, grid[k]), y: place(y, value) }));
  return {
    band: `${path([...at(over.upper), ...at(over.lower).reverse()])}Z`,
    line: path(at(over.estimate)),
  };
}

function noteOf(data: ReportData, from: string): string {
  const { confidence } = data.finding;
  const better = data.target.higherIsBetter ? 'Above' : 'Below';
  return `${better} 0: better than ${displayName(from).toLowerCase()}, on the same rows. Shaded: ${percent(confidence)} interval for all rates at once.`;
}

function spoken(data: ReportData, method: MethodResult): string {
  const { over } = method;
  if (!over) return `${labelOf(method)} is what is compared with.`;
  const most = over.estimate.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
  const digits = decimalsFor(data.target, most) - (data.target.kind === 'accuracy' ? 1 : 0);
  return `of ${labelOf(method)}, at most ${signed(most, digits)}, by ${vocabulary(data).by}.`;
}
