import { escapeHtml } from '../escape.js';
import { claimOf } from '../headline/claim.js';
import type { ReportData } from '../report-data.js';
import { validateReportData } from '../validate.js';
import { vocabulary } from '../vocabulary.js';
import { type CurveFigure, costFigure } from './curve-figure.js';
import {
  type CurveLayout,
  type CurveOptions,
  FONT,
  type Level,
  type Line,
  layoutCurves,
  NOTE_FONT,
  NOTE_GAP,
  SAMPLE,
} from './curve-layout.js';
import { chrome, type Theme } from './palette.js';
import { coordinate, path, SANS, text } from './svg.js';
import { costSentence } from './wording.js';

/** How a figure of curves is drawn. */
export interface CurvesSvgOptions extends CurveOptions {
  /** Makes ids unique where several figures share a document. */
  readonly id?: string;
}

/** The deferral curves as one SVG, fit for a paper: every line named where it ends. */
export function curvesSvg(data: ReportData, options: CurvesSvgOptions = {}): string {
  validateReportData(data);
  return drawCurves(data, claimOf(data).claim, { id: 'curves', ...options });
}

/** What stands below the curves in a paper: whose they are, what was asked, what is shaded. */
export function curvesCaption(data: ReportData, options: CurveOptions = {}): string {
  validateReportData(data);
  return figureCaption(data.title, data, options);
}

/** The same for curves of another target than the report's. */
export function figureCaption(
  title: string,
  figure: CurveFigure,
  options: CurveOptions = {},
): string {
  const { yTitle, xTitle, sentences } = layoutCurves(figure, options);
  return [
    `${title}.`,
    `${yTitle}, against ${xTitle.charAt(0).toLowerCase()}${xTitle.slice(1)}.`,
    ...sentences,
  ].join(' ');
}

/** Mean cost per case along the rate, or along what is spent on answers. */
export function costsSvg(
  data: ReportData,
  axis: 'rate' | 'spending' = 'rate',
  options: CurvesSvgOptions = {},
): string {
  validateReportData(data);
  const figure = costFigure(data, axis);
  return drawCurves(figure, costSentence(figure), { id: `costs-by-${axis}`, ...options });
}

/** Curves of any target; the sentence is for those who can't see them. */
export function drawCurves(
  figure: CurveFigure,
  sentence: string,
  options: CurvesSvgOptions & { readonly id: string },
): string {
  const { theme = 'light', id } = options;
  const layout = layoutCurves(figure, options);
  const { width, height, plot } = layout;
  const by = figure.along ? 'what is spent on answers' : vocabulary(figure).by;
  const description = `${sentence} Lines: ${layout.lines.map(({ label }) => label).join(', ')}.`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${SANS}" font-size="${FONT}" role="img" aria-labelledby="${id}-title ${id}-desc"${scaleAttributes(layout)}>`,
    `<title id="${id}-title">${escapeHtml(`${layout.yTitle}, by ${by}`)}</title>`,
    `<desc id="${id}-desc">${escapeHtml(description)}</desc>`,
    `<clipPath id="${id}-clip"><rect x="${coordinate(plot.x)}" y="${coordinate(plot.y)}" width="${coordinate(plot.width)}" height="${coordinate(plot.height)}"/></clipPath>`,
    `<rect width="${width}" height="${height}" fill="${chrome('background', theme)}"/>`,
    axes(layout, theme),
    ...layout.levels.map((level) => levelLine(level, layout, theme)),
    `<g clip-path="url(#${id}-clip)">`,
    ...layout.lines.filter(({ band }) => band.length > 0).map(bandPath),
    ...layout.lines.map(linePath),
    '</g>',
    ...(options.needle === undefined
      ? []
      : [needle(layout, options.needle, theme), hover(layout, theme)]),
    ...layout.levels.map((level) => levelName(level, theme)),
    ...layout.lines.map((line) => nameOf(line, theme)),
    ...layout.notes.map((note, k) =>
      text(note, plot.x, height - NOTE_GAP * (layout.notes.length - k) + 6, {
        fill: chrome('soft', theme),
        'font-size': NOTE_FONT,
      }),
    ),
    '</svg>',
    '',
  ].join('\n');
}

/** What a script needs to place a marker at a rate and a value. */
function scaleAttributes({ x, y }: CurveLayout): string {
  const list = (numbers: readonly number[]) => numbers.map((n) => Number(n.toFixed(4))).join(' ');
  return ` data-x="${list([...x.domain, ...x.range])}" data-y="${list([...y.domain, ...y.range])}"`;
}

function axes(layout: CurveLayout, theme: Theme): string {
  const { plot, xTicks, yTicks } = layout;
  const ink = chrome('soft', theme);
  const grid = chrome('line', theme);
  const bottom = plot.y + plot.height;
  return [
    text(layout.yTitle, 4, 15, { fill: chrome('ink', theme) }),
    ...yTicks.map(
      ({ at, text: label }) =>
        `<path d="M${coordinate(plot.x)},${coordinate(at)}H${coordinate(plot.x + plot.width)}" stroke="${grid}"/>${text(label, plot.x - 6, at + 4, { fill: ink, 'text-anchor': 'end' })}`,
    ),
    `<path d="M${coordinate(plot.x)},${coordinate(bottom)}H${coordinate(plot.x + plot.width)}" stroke="${ink}"/>`,
    ...xTicks.map(
      ({ at, text: label }) =>
        `<path d="M${coordinate(at)},${coordinate(bottom)}v4" stroke="${ink}"/>${text(label, at, bottom + 17, { fill: ink, 'text-anchor': 'middle' })}`,
    ),
    text(layout.xTitle, plot.x, bottom + 34, { fill: chrome('ink', theme) }),
  ].join('\n');
}

function bandPath({ name, band, style, main }: Line): string {
  return `<path class="${main ? 'band main' : 'band'}" data-method="${escapeHtml(name)}" d="${path(band)}Z" fill="${style.colour}" fill-opacity="0.16"/>`;
}

function linePath({ name, points, style, chosen }: Line): string {
  const width = chosen ? 2.6 : name === 'random' || name === 'oracle' ? 1.3 : 1.7;
  return `<path class="line" data-method="${escapeHtml(name)}" d="${path(points)}" fill="none" stroke="${style.colour}" stroke-width="${width}" stroke-linejoin="round"${dashed(style.dash)}/>`;
}

/** Keeps grid, bands and the needle off letters. */
const rim = (theme: Theme) => ({
  'paint-order': 'stroke',
  stroke: chrome('background', theme),
  'stroke-width': 3,
  'stroke-linejoin': 'round',
});

/** On the line in its own colour, with a rim that keeps grid and bands off; else in the legend. */
function nameOf(line: Line, theme: Theme): string {
  const { name, label, labelBox, legendBox, style, chosen } = line;
  const bold: Record<string, string> = chosen ? { 'font-weight': 'bold' } : {};
  const parts = labelBox
    ? [text(label, labelBox.x, labelBox.y + 12, { fill: style.colour, ...rim(theme), ...bold })]
    : [
        `<path d="M${coordinate(legendBox!.x)},${coordinate(legendBox!.y + 8)}h${SAMPLE}" fill="none" stroke="${style.colour}" stroke-width="${chosen ? 2.6 : 2}"${dashed(style.dash)}/>`,
        text(label, legendBox!.x + SAMPLE + 6, legendBox!.y + 12, {
          fill: chrome('ink', theme),
          ...bold,
        }),
      ];
  return `<g class="label" data-method="${escapeHtml(name)}">${parts.join('')}</g>`;
}

function levelLine({ y }: Level, { plot }: CurveLayout, theme: Theme): string {
  return `<path class="level" d="M${coordinate(plot.x)},${coordinate(y)}H${coordinate(plot.x + plot.width)}" stroke="${chrome('soft', theme)}" stroke-width="1"/>`;
}

/** Above the needle, which passes behind the letters wherever the dial puts it. */
function levelName({ label, labelBox }: Level, theme: Theme): string {
  return text(label, labelBox.x, labelBox.y + 12, { fill: chrome('soft', theme), ...rim(theme) });
}

function needle({ plot, lines }: CurveLayout, k: number, theme: Theme): string {
  const x = coordinate(lines[0].points[k].x);
  const bottom = plot.y + plot.height;
  const dots = lines.map(({ name, points, style }) => {
    const { y } = points[k];
    // Hidden, not left out: the script counts the dots.
    const away = y < plot.y - 0.5 || y > bottom + 0.5 ? ' visibility="hidden"' : '';
    return `<circle data-method="${escapeHtml(name)}" cx="${x}" cy="${coordinate(y)}" r="3.5" fill="${style.colour}" stroke="${chrome('background', theme)}"${away}/>`;
  });
  return `<g class="needle"><path d="M${x},${coordinate(plot.y)}V${coordinate(bottom)}" stroke="${chrome('soft', theme)}" stroke-width="1"/>${dots.join('')}</g>`;
}

/** What the script shows under the pointer: a reading that leaves the needle where it is. */
function hover({ plot }: CurveLayout, theme: Theme): string {
  const rim = `paint-order="stroke" stroke="${chrome('background', theme)}" stroke-width="4"`;
  return `<g class="hover" visibility="hidden"><path d="M0,${coordinate(plot.y)}V${coordinate(plot.y + plot.height)}" stroke="${chrome('soft', theme)}" stroke-dasharray="3 3"/><text x="0" y="${coordinate(plot.y + 14)}" fill="${chrome('ink', theme)}" font-weight="bold" ${rim}></text></g>`;
}

const dashed = (dash: string) => (dash ? ` stroke-dasharray="${dash}"` : '');
