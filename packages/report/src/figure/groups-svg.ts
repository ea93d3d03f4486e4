import { count, fixed, signed } from '@cede/core';
import { escapeHtml } from '../escape.js';
import { decimalsOfRows } from '../number.js';
import type { GroupRow, ReportData } from '../report-data.js';
import { chrome, type Theme } from './palette.js';
import { place, type Scale, tickDecimals, ticks } from './scale.js';
import { coordinate, SANS, text } from './svg.js';
import { fitText, textWidth } from './text-width.js';

/** A group of fewer rows says nothing by itself. */
export const FEWEST_ROWS = 30;

/** Those with enough rows, the largest gain first, and the names of the others. */
export function sortedGroups({ groups, target }: Pick<ReportData, 'groups' | 'target'>): {
  readonly shown: GroupRow[];
  readonly small: GroupRow[];
} {
  const sign = target.higherIsBetter ? -1 : 1;
  const rows = groups?.rows ?? [];
  return {
    shown: rows.filter(({ rows: n }) => n >= FEWEST_ROWS).sort((a, b) => sign * (a.gain - b.gain)),
    small: rows.filter(({ rows: n }) => n < FEWEST_ROWS),
  };
}

const ROW = 24;

/** Gains of groups as dots with intervals, one row each. */
export function groupsSvg(
  data: ReportData,
  { theme = 'light' as Theme, width = 720, id = 'groups' } = {},
): string {
  const { shown } = sortedGroups(data);
  // A long name is cut, its count never.
  const names = shown.map(({ name, rows }) => {
    const counted = ` (${count(rows)})`;
    return fitText(name, 0.42 * width - textWidth(counted, 12), 12) + counted;
  });
  const left = Math.max(...names.map((name) => textWidth(name, 12))) + 14;
  const ends = [...shown.flatMap(({ lower, upper }) => [lower, upper]), ...endsAlong(data, shown)];
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = 0.04 * (high - low || 1);
  const height = 26 + shown.length * ROW + 24;
  const bottom = 22 + shown.length * ROW;
  const x: Scale = { domain: [low - room, high + room], range: [left, width - 16] };
  const xValues = ticks(...x.domain, 5);
  const decimals = tickDecimals(xValues);
  const [ink, soft] = [chrome('ink', theme), chrome('soft', theme)];
  const unit = data.target.differenceUnit ? `, ${data.target.differenceUnit}` : '';
  const title = `Gain over ${data.model?.name ?? 'the model'} alone by ${data.groups!.column}${unit}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${SANS}" font-size="12" role="img" aria-labelledby="${id}-title" data-x="${[...x.domain, ...x.range].join(' ')}">`,
    `<title id="${id}-title">${escapeHtml(`${title}; the table below has the numbers.`)}</title>`,
    `<rect width="${width}" height="${height}" fill="${chrome('background', theme)}"/>`,
    text(fitText(title, width - 8, 12), 4, 14, { fill: ink }),
    ...xValues.map(
      (value) =>
        `<path d="M${coordinate(place(x, value))},22V${bottom}" stroke="${value === 0 ? soft : chrome('line', theme)}"/>${text(value === 0 ? '0' : signed(value, decimals), place(x, value), bottom + 16, { fill: soft, 'text-anchor': 'middle' })}`,
    ),
    ...shown.map(({ lower, upper, gain, warning }, k) => {
      const at = 22 + (k + 0.5) * ROW;
      const colour = warning ? chrome('bad', theme) : ink;
      return `<g class="group" data-group="${data.groups!.rows.indexOf(shown[k])}"><path d="M${coordinate(place(x, lower))},${at}H${coordinate(place(x, upper))}" stroke="${colour}" stroke-width="1.6"/><circle cx="${coordinate(place(x, gain))}" cy="${at}" r="4" fill="${colour}"/>${text(names[k], left - 10, at + 4, { fill: colour, 'text-anchor': 'end' })}</g>`;
    }),
    '</svg>',
    '',
  ].join('\n');
}

/** One axis for every setting of the dial: dots move along it, the axis stands. */
function endsAlong({ details = [], groups }: ReportData, shown: readonly GroupRow[]): number[] {
  const places = shown.map((row) => groups!.rows.indexOf(row));
  return details.flatMap((line) =>
    places.flatMap((g) => {
      const stops = line.groups?.[g];
      return stops ? [Math.min(...stops.lower), Math.max(...stops.upper)] : [];
    }),
  );
}

/** "64 %" of a small group, "64.1 %" of a large one. */
export const valueOfRows = ({ target }: ReportData, value: number, rows: number): string =>
  target.kind === 'accuracy' ? fixed(value, decimalsOfRows(rows)) : fixed(value, 3);
