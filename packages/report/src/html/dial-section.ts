import { count, fixed } from '@cede/core';
import { escapeHtml } from '../escape.js';
import { curvesSvg } from '../figure/curves-svg.js';
import { lastRate, stopsUpTo } from '../figure/last-rate.js';
import { lineStyles, referenceStyle } from '../figure/palette.js';
import { labelOf, methodOf } from '../headline/chosen.js';
import { displayName } from '../method-names.js';
import { percent, tableDecimals, withUnit } from '../number.js';
import type { MethodResult, ReferenceResult, ReportData } from '../report-data.js';
import { vocabulary } from '../vocabulary.js';
import { html, paragraph, scroll, section } from './markup.js';

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

export function dialSection(data: ReportData): string {
  const stop = firstStop(data);
  const words = vocabulary(data);
  const chosen = methodOf(data, data.finding.method);
  const banded = data.methods.some(({ lower }) => lower !== undefined);
  const options = dialLines(data).map(
    ({ name, label }) =>
      `<option${name === chosen.name ? ' selected' : ''}>${html(label)}</option>`,
  );
  return section(
    words.question,
    paragraph(words.ranking),
    paragraph(
      'Turn the dial (drag, arrow keys, or point at the curves) to see what each share of cases brings.',
      'screen',
    ),
    `<div class="controls"><div class="rate"><label for="rate">${words.share}</label><input type="range" id="rate" min="0" max="${stopsUpTo(data.grid, lastRate(data)) - 1}" step="1" value="${stop}" autocomplete="off"><output id="rate-shown" for="rate">${html(percent(data.grid[stop]))}</output></div><label>Method <select id="method" autocomplete="off">${options.join('')}</select></label></div>`,
    tiles(data, chosen, stop),
    `<figure>${chart(data, stop, 'wide')}${chart(data, stop, 'narrow')}</figure>`,
    banded
      ? '<p class="screen small"><label><input type="checkbox" id="bands" autocomplete="off"> shade the intervals of all methods</label></p>'
      : '',
    methodsTable(data, stop),
  );
}

function tiles(data: ReportData, chosen: MethodResult, k: number): string {
  const decimals = tableDecimals(data);
  const { target, finding, test } = data;
  const words = vocabulary(data);
  const tile = (id: string, name: string, value: string, small: string, smallId = '') =>
    `<div><dt>${html(name)}</dt><dd><span id="${id}">${html(value)}</span><small${smallId ? ` id="${smallId}"` : ''}>${html(small)}</small></dd></div>`;
  const show = (value: number) => withUnit(fixed(value, decimals), target.unit);
  const cases = (list: readonly number[] | undefined) => (list ? count(list[k]) : '–');
  return `<dl class="tiles">${[
    tile(
      'tile-value',
      target.name,
      show(chosen.values[k]),
      `${words.alone} ${show(finding.modelValue)}`,
      'tile-model',
    ),
    tile(
      'tile-cases',
      words.cases,
      count(data.cases[k]),
      test.unanswered
        ? `of ${count(test.rows)} that were answered`
        : `of ${count(test.rows)} in the test table`,
    ),
    tile('tile-avoided', words.avoided.name, cases(chosen.avoided), words.avoided.note),
    tile('tile-caused', words.caused.name, cases(chosen.caused), words.caused.note),
  ].join('')}</dl>`;
}

/** Drawn twice, because letters shrunk with a wide picture can't be read on a telephone. */
function chart(data: ReportData, needle: number, kind: 'wide' | 'narrow'): string {
  const size = kind === 'wide' ? { width: 860, height: 480 } : { width: 400, height: 430 };
  const svg = curvesSvg(data, {
    ...size,
    theme: 'page',
    bands: 'all',
    id: `curves-${kind}`,
    needle,
  });
  return svg.replace('<svg ', `<svg class="curves ${kind}" `);
}

function methodsTable(data: ReportData, k: number): string {
  const decimals = tableDecimals(data);
  const styles = lineStyles(data, 'page');
  const unit = data.target.unit ? `, ${data.target.unit}` : '';
  const rows = dialLines(data).map((line, row) => {
    const { name, label, values, lower, upper, avoided, caused } = line;
    const style =
      name === 'random' || name === 'oracle' ? referenceStyle(name, 'page') : styles.get(name)!;
    const swatch = `<svg class="swatch" width="26" height="6" aria-hidden="true"><path d="M0,3H26" stroke="${style.colour}" stroke-width="3"${style.dash ? ` stroke-dasharray="${style.dash}"` : ''}/></svg>`;
    const interval =
      lower && upper ? `${fixed(lower[k], decimals)} … ${fixed(upper[k], decimals)}` : '–';
    const cells = [
      [`value-${row}`, fixed(values[k], decimals)],
      [`interval-${row}`, interval],
      [`avoided-${row}`, avoided ? count(avoided[k]) : '–'],
      [`caused-${row}`, caused ? count(caused[k]) : '–'],
    ].map(([id, text]) => `<td id="${id}">${html(text)}</td>`);
    const kind = name === data.finding.method ? ' class="chosen"' : '';
    return `<tr${kind}><th scope="row"><label><input class="screen" type="checkbox" data-row="${row}" checked autocomplete="off" aria-label="${escapeHtml(`draw ${label}`)}">${swatch}<span>${html(label)}</span></label></th>${cells.join('')}</tr>`;
  });
  const { avoided: won, caused: lost, ofCases } = vocabulary(data);
  const head = ['method', data.target.name + unit, 'interval', won.name, lost.name]
    .map((text) => `<th scope="col">${html(text)}</th>`)
    .join('');
  const table = `<table class="lines"><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  return `${scroll('Every method at this setting of the dial', table)}\n<p class="soft small">At <span id="rate-head">${html(percent(data.grid[k]))}</span> ${html(ofCases)}. Interval: ${html(intervalMeaning(data))}.</p>`;
}

function intervalMeaning({ band }: ReportData): string {
  if (band.kind === 'seeds') return '± one standard deviation over seeds';
  const { confidence = 0.95, simultaneous, simultaneousFor } = band;
  const scope = simultaneous
    ? 'for all rates at once'
    : simultaneousFor === undefined
      ? 'at each rate'
      : `of ${simultaneousFor} for all rates at once, of the others at each rate`;
  return `${percent(confidence)}, over test rows and seeds, ${scope}`;
}
