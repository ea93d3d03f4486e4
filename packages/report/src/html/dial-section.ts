import { count, fixed } from '@cede/core';
import { deviationOver, intervalOver } from '../band-wording.js';
import { escapeHtml } from '../escape.js';
import { curvesSvg } from '../figure/curves-svg.js';
import { differenceSvg, hasDifference } from '../figure/difference-svg.js';
import { lastRate, stopsUpTo } from '../figure/last-rate.js';
import { lineStyle, referenceStyle } from '../figure/palette.js';
import { labelOf, methodOf } from '../headline/chosen.js';
import { displayName } from '../method-names.js';
import { money, perCases, purseOf } from '../money.js';
import { percent, tableDecimals, withUnit } from '../number.js';
import type { MethodResult, ReferenceResult, ReportData } from '../report-data.js';
import { capital, vocabulary, withoutArticle } from '../vocabulary.js';
import { costsAtStops } from './dial-stops.js';
import { html, scroll, section } from './markup.js';

interface DialLine extends ReferenceResult {
  readonly name: string;
  readonly label: string;
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
}

/** Methods in the table's order, then random and oracle: the script counts on this order. */
export function dialLines(data: ReportData): DialLine[] {
  return [
    ...data.methods.map((method: MethodResult) => ({ ...method, label: labelOf(method) })),
    { ...data.random, name: 'random', label: displayName('random') },
    { ...data.oracle, name: 'oracle', label: displayName('oracle') },
  ];
}

/** The stop of the dial nearest to the finding's rate. */
export function firstStop({ grid, finding }: ReportData): number {
  let best = 0;
  grid.forEach((rate, k) => {
    if (Math.abs(rate - finding.rate) < Math.abs(grid[best] - finding.rate)) best = k;
  });
  return best;
}

/** The dial, what it gives, and the chart: with the claim, the first screen. */
export function dialSection(data: ReportData): string {
  const stop = firstStop(data);
  const words = vocabulary(data);
  const chosen = methodOf(data, data.finding.method);
  const options = dialLines(data).map(
    ({ name, label }) =>
      `<option${name === chosen.name ? ' selected' : ''}>${escapeHtml(label)}</option>`,
  );
  return [
    `<section class="first" aria-label="${escapeHtml(words.question)}">`,
    '<div class="side">',
    `<div class="controls"><div class="rate"><label for="rate">${words.share} <output id="rate-shown" for="rate">${html(percent(data.grid[stop]))}</output></label><input type="range" id="rate" min="0" max="${stopsUpTo(data.grid, lastRate(data)) - 1}" step="1" value="${stop}" autocomplete="off"></div><div><label for="method">Method</label><select id="method" autocomplete="off">${options.join('')}</select></div></div>`,
    tiles(data, chosen, stop),
    '</div>',
    `<figure>${chart(data, stop, 'wide')}${chart(data, stop, 'narrow')}</figure>`,
    '</section>',
  ].join('\n');
}

/** Whether the method beats what needs no learning, and every method at this setting of the dial. */
export function methodsSection(data: ReportData): string {
  const stop = firstStop(data);
  const banded = data.methods.some(({ lower }) => lower !== undefined);
  return section(
    'Every method at this setting',
    hasDifference(data)
      ? `<figure>${difference(data, stop, 'wide')}${difference(data, stop, 'narrow')}</figure>`
      : '',
    methodsTable(data, stop),
    banded
      ? '<p class="screen small"><label class="target"><input type="checkbox" id="bands" autocomplete="off"> Shade the intervals of all methods in the chart</label></p>'
      : '',
  );
}

function tiles(data: ReportData, chosen: MethodResult, k: number): string {
  const decimals = tableDecimals(data) - (data.target.kind === 'accuracy' ? 1 : 0);
  const { target, test } = data;
  const words = vocabulary(data);
  const tile = (id: string, name: string, value: string, small: string) =>
    `<div><dt>${html(capital(name))}</dt><dd><span id="${id}">${html(value)}</span><small>${html(small)}</small></dd></div>`;
  const show = (value: number) => withUnit(fixed(value, decimals), target.unit);
  const cases = (list: readonly number[] | undefined) => (list ? count(list[k]) : '–');
  const costs = costsAtStops(data, chosen.name);
  const purse = data.costs && purseOf(data.costs);
  const beside = data.costs?.beside;
  return `<dl class="tiles">${[
    tile('tile-value', target.name, show(chosen.values[k]), aloneText(data, show)),
    ...(costs && purse
      ? [
          tile(
            'tile-cost',
            `cost ${perCases(purse)}`,
            money(costs[k], purse),
            beside
              ? `${data.expert.name} alone ${money(beside.expertSpends, purse)}`
              : `${words.alone} ${money(costs[0], purse)}`,
          ),
        ]
      : []),
    tile(
      'tile-cases',
      words.cases,
      count(data.cases[k]),
      test.unanswered
        ? `of ${count(test.rows)} that were answered`
        : `of ${count(test.rows)} test cases`,
    ),
    tile('tile-avoided', words.avoided.name, cases(chosen.avoided), words.avoided.note),
    tile('tile-caused', words.caused.name, cases(chosen.caused), words.caused.note),
  ].join('')}</dl>`;
}

/** What needs no policy: the model alone, and the expert alone where there is one. */
function aloneText(data: ReportData, show: (value: number) => string): string {
  const { finding, expert, rejection } = data;
  if (rejection) return `${vocabulary(data).alone} ${show(finding.modelValue)}`;
  const model = data.model?.name ?? 'model';
  const of = (name: string, value: number) =>
    `${unbroken(name)}${name.length > LONGEST ? ' ' : '\u00a0'}${show(value)}`;
  return `alone: ${of(model, finding.modelValue)}, ${of(withoutArticle(expert.name), finding.expertValue)}`;
}

/** "ResNet-8" in one piece; a longer name may break, or it would leave its tile. */
const LONGEST = 12;
const unbroken = (name: string) =>
  name.length > LONGEST ? name : name.replaceAll('-', '\u2011').replaceAll(' ', '\u00a0');

/** Drawn twice, because letters shrunk with a wide picture can't be read on a telephone. */
const SIZES = {
  wide: { width: 700, height: 390 },
  narrow: { width: 360, height: 330 },
} as const;

function chart(data: ReportData, needle: number, kind: 'wide' | 'narrow'): string {
  const svg = curvesSvg(data, {
    ...SIZES[kind],
    theme: 'page',
    bands: 'all',
    id: `curves-${kind}`,
    needle,
  });
  return svg.replace('<svg ', `<svg class="curves ${kind}" `);
}

function difference(data: ReportData, needle: number, kind: 'wide' | 'narrow'): string {
  const { width } = SIZES[kind];
  const svg = differenceSvg(data, { width, theme: 'page', id: `difference-${kind}`, needle });
  return svg.replace('<svg ', `<svg class="difference ${kind}" `);
}

function methodsTable(data: ReportData, k: number): string {
  const decimals = tableDecimals(data);
  const unit = data.target.unit ? `, ${data.target.unit}` : '';
  const families = new Map(data.methods.map(({ name, family }) => [name, family]));
  const rows = dialLines(data).map((line, row) => {
    const { name, label, values, lower, upper, avoided, caused } = line;
    const style =
      name === 'random' || name === 'oracle'
        ? referenceStyle(name, 'page')
        : lineStyle(name, families.get(name)!, 'page');
    const swatch = `<svg class="swatch" width="26" height="6" aria-hidden="true"><path d="M0,3H26" stroke="${style.colour}" stroke-width="3"${style.dash ? ` stroke-dasharray="${style.dash}"` : ''}/></svg>`;
    const interval =
      lower && upper ? `${fixed(lower[k], decimals)} to ${fixed(upper[k], decimals)}` : '–';
    const cells = [
      [`value-${row}`, fixed(values[k], decimals)],
      [`interval-${row}`, interval],
      [`avoided-${row}`, avoided ? count(avoided[k]) : '–'],
      [`caused-${row}`, caused ? count(caused[k]) : '–'],
    ].map(([id, text]) => `<td id="${id}">${html(text)}</td>`);
    const kind = name === data.finding.method ? ' class="chosen"' : '';
    const code = label === name ? '' : ` <code>${html(name)}</code>`;
    return `<tr${kind} data-line="${row}"><th scope="row"><label class="target"><input class="screen" type="checkbox" data-row="${row}" checked autocomplete="off" aria-label="${escapeHtml(`draw ${label}`)}">${swatch}<span>${html(label)}${code}</span></label></th>${cells.join('')}</tr>`;
  });
  const { avoided: won, caused: lost, ofCases } = vocabulary(data);
  const head = ['method', data.target.name + unit, 'interval', won.name, lost.name]
    .map((text) => `<th scope="col">${html(text)}</th>`)
    .join('');
  const table = `<table class="lines"><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  return `${scroll('Every method at this setting of the dial', table)}\n<p class="soft small">At <span id="rate-head">${html(percent(data.grid[k]))}</span> ${html(ofCases)}. Interval: ${html(intervalMeaning(data))}.</p>`;
}

function intervalMeaning({ band }: ReportData): string {
  if (band.kind === 'seeds') return `± one standard deviation over ${deviationOver(band)}`;
  const { confidence = 0.95, simultaneous, simultaneousFor } = band;
  const scope = simultaneous
    ? 'for all rates at once'
    : simultaneousFor === undefined
      ? 'at each rate'
      : `of ${displayName(simultaneousFor)} for all rates at once, of the others at each rate`;
  return `${percent(confidence)}, over ${intervalOver(band)}, ${scope}`;
}
