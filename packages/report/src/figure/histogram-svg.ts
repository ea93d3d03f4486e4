import { escapeHtml } from '../escape.js';
import { count, fixed } from '../number.js';
import type { ReportData, ScoreHistogram } from '../report-data.js';
import { chrome, colourOf, type Theme } from './palette.js';
import { place, type Scale, tickDecimals, ticks } from './scale.js';
import { coordinate, SANS, text } from './svg.js';
import { textWidth } from './text-width.js';

export interface HistogramOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  readonly id?: string;
}

/** Scores of the test cases: those below the threshold are handed over. Counts start at 0. */
export function histogramSvg(
  data: ReportData,
  histogram: ScoreHistogram,
  options: HistogramOptions = {},
): string {
  const { theme = 'light', width = 760, height = 240, id = 'histogram' } = options;
  const { edges, deferred, kept, threshold } = histogram;
  const totals = deferred.map((cases, k) => cases + kept[k]);
  const yValues = ticks(0, Math.max(...totals, 1), 4);
  const left = Math.max(...yValues.map((value) => textWidth(count(value), 12))) + 14;
  const plot = { x: left, y: 44, width: width - left - 12, height: height - 44 - 40 };
  const bottom = plot.y + plot.height;
  const x: Scale = {
    domain: [edges[0], edges[edges.length - 1]],
    range: [plot.x, plot.x + plot.width],
  };
  const y: Scale = { domain: [0, Math.max(...totals, 1)], range: [bottom, plot.y] };
  const ink = chrome('ink', theme);
  const soft = chrome('soft', theme);
  const bar = (k: number, from: number, to: number, fill: string) => {
    if (to === from) return '';
    const [a, b] = [place(x, edges[k]), place(x, edges[k + 1])];
    return `<rect x="${coordinate(a + 0.5)}" y="${coordinate(place(y, to))}" width="${coordinate(Math.max(b - a - 1, 0.5))}" height="${coordinate(place(y, from) - place(y, to))}" fill="${fill}"/>`;
  };
  const at = place(x, Math.min(Math.max(threshold, x.domain[0]), x.domain[1]));
  const xValues = ticks(x.domain[0], x.domain[1], 6);
  const decimals = tickDecimals(xValues);
  const leftHalf = at < plot.x + plot.width / 2;
  const title = `Scores of the ${data.test.rows} test cases under ${histogram.method}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${SANS}" font-size="12" role="img" aria-labelledby="${id}-title">`,
    `<title id="${id}-title">${escapeHtml(`${title}; threshold ${fixed(threshold, 3)}.`)}</title>`,
    `<rect width="${width}" height="${height}" fill="${chrome('background', theme)}"/>`,
    text('Cases', 4, 15, { fill: ink }),
    ...yValues.map(
      (value) =>
        `<path d="M${coordinate(plot.x)},${coordinate(place(y, value))}H${coordinate(plot.x + plot.width)}" stroke="${chrome('line', theme)}"/>${text(count(value), plot.x - 6, place(y, value) + 4, { fill: soft, 'text-anchor': 'end' })}`,
    ),
    ...totals.flatMap((total, k) => [
      bar(k, 0, deferred[k], colourOf('comparison', 0, theme)),
      bar(k, deferred[k], total, colourOf('drcpe', 1, theme)),
    ]),
    `<path d="M${coordinate(at)},${coordinate(bottom)}V${coordinate(plot.y - 8)}" stroke="${ink}" stroke-width="1.5"/>`,
    text(`threshold ${fixed(threshold, 3)}`, at + (leftHalf ? 6 : -6), plot.y - 14, {
      fill: ink,
      'text-anchor': leftHalf ? 'start' : 'end',
    }),
    ...xValues.map((value) =>
      text(fixed(value, decimals), place(x, value), bottom + 16, {
        fill: soft,
        'text-anchor': 'middle',
      }),
    ),
    text('Score: low is handed over, high is kept', plot.x, bottom + 33, { fill: ink }),
    '</svg>',
    '',
  ]
    .filter((piece) => piece !== '')
    .join('\n');
}
