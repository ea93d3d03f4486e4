import { count, fixed } from '@cede/core';
import { escapeHtml } from '../escape.js';
import { displayName } from '../method-names.js';
import type { ReportData, ScoreHistogram } from '../report-data.js';
import { vocabulary } from '../vocabulary.js';
import { chrome, type Theme } from './palette.js';
import { place, type Scale, tickDecimals, ticks } from './scale.js';
import { coordinate, SANS, text } from './svg.js';
import { textWidth } from './text-width.js';

/** How a histogram is drawn. */
export interface HistogramOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  readonly id?: string;
  /** The page moves the threshold: every bar has both of its parts, though one is empty. */
  readonly moves?: boolean;
}

/** The highest bar over the median one: from here on small bars can't be seen. */
const PILE = 12;

/**
 * Scores of the test cases: those below the threshold are handed over. Counts start at 0. Scores
 * often pile up at one end (the cases everybody gets right); the few that matter would then be too
 * low to see, so heights follow the square root of the count, and the axis says so.
 */
export function histogramSvg(
  data: ReportData,
  histogram: ScoreHistogram,
  options: HistogramOptions = {},
): string {
  const { theme = 'light', width = 760, height = 240, id = 'histogram', moves = false } = options;
  const { edges, deferred, kept, threshold } = histogram;
  const totals = deferred.map((cases, k) => cases + kept[k]);
  const most = Math.max(...totals, 1);
  const piled = most > PILE * median(totals.filter((total) => total > 0));
  const height01 = (cases: number) => (piled ? Math.sqrt(cases / most) : cases / most);
  const yValues = piled ? rootTicks(most) : ticks(0, most, 4);
  const left = Math.max(...yValues.map((value) => textWidth(count(value), 12))) + 14;
  const plot = { x: left, y: 44, width: width - left - 12, height: height - 44 - 40 };
  const bottom = plot.y + plot.height;
  const x: Scale = {
    domain: [edges[0], edges[edges.length - 1]],
    range: [plot.x, plot.x + plot.width],
  };
  const rise = (cases: number) => bottom - height01(cases) * plot.height;
  const ink = chrome('ink', theme);
  const soft = chrome('soft', theme);
  const bar = (k: number, from: number, to: number, fill: string) => {
    if (to === from && !moves) return '';
    const [a, b] = [place(x, edges[k]), place(x, edges[k + 1])];
    return `<rect x="${coordinate(a + 0.5)}" y="${coordinate(rise(to))}" width="${coordinate(Math.max(b - a - 1, 0.5))}" height="${coordinate(rise(from) - rise(to))}" fill="${fill}"/>`;
  };
  const at = place(x, Math.min(Math.max(threshold, x.domain[0]), x.domain[1]));
  const xValues = ticks(x.domain[0], x.domain[1], 6);
  const decimals = tickDecimals(xValues);
  const leftHalf = at < plot.x + plot.width / 2;
  const title = `Scores of the ${count(data.test.rows)} test cases under ${displayName(histogram.method)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${SANS}" font-size="12" role="img" aria-labelledby="${id}-title"${moves ? ` data-x="${[...x.domain, ...x.range].join(' ')}" data-bars="${bottom} ${plot.height} ${most} ${piled ? 0.5 : 1}"` : ''}>`,
    `<title id="${id}-title">${escapeHtml(moves ? `${title}; a line marks the threshold.` : `${title}; threshold ${shortest(threshold)}.`)}</title>`,
    `<rect width="${width}" height="${height}" fill="${chrome('background', theme)}"/>`,
    text(piled ? 'Cases (square-root scale)' : 'Cases', 4, 15, { fill: ink }),
    ...yValues.map(
      (value) =>
        `<path d="M${coordinate(plot.x)},${coordinate(rise(value))}H${coordinate(plot.x + plot.width)}" stroke="${chrome('line', theme)}"/>${text(count(value), plot.x - 6, rise(value) + 4, { fill: soft, 'text-anchor': 'end' })}`,
    ),
    ...totals.flatMap((total, k) => [
      bar(k, 0, deferred[k], chrome('below', theme)),
      bar(k, deferred[k], total, chrome('beyond', theme)),
    ]),
    `<g class="threshold"><path d="M${coordinate(at)},${coordinate(bottom)}V${coordinate(plot.y - 8)}" stroke="${ink}" stroke-width="1.5"/>`,
    text(`threshold ${shortest(threshold)}`, at + (leftHalf ? 6 : -6), plot.y - 14, {
      fill: ink,
      'text-anchor': leftHalf ? 'start' : 'end',
    }),
    '</g>',
    ...xValues.map((value) =>
      text(fixed(value, decimals), place(x, value), bottom + 16, {
        fill: soft,
        'text-anchor': 'middle',
      }),
    ),
    text(vocabulary(data).scores, plot.x, bottom + 33, { fill: ink }),
    '</svg>',
    '',
  ]
    .filter((piece) => piece !== '')
    .join('\n');
}

/** Round counts, about evenly spread on a square-root scale up to the highest bar. */
function rootTicks(most: number): number[] {
  const wanted = [1, 4, 9, 16].map((part) => {
    const near = Number(((most * part) / 16).toPrecision(1));
    // 2,500 is near 3,000, which no bar reaches: then it is 2,000.
    return near <= most ? near : near - 10 ** Math.floor(Math.log10(most));
  });
  return [...new Set([0, ...wanted])].filter((value) => value <= most).sort((a, b) => a - b);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Three digits, whatever the size. */
function shortest(value: number): string {
  return String(Number(value.toPrecision(3))).replace('-', '−');
}
