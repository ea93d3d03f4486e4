import { count, fixed, signed } from '@cede/core';
// Sections that only some reports have: groups and costs.
import { costsSvg } from '../figure/curves-svg.js';
import { FEWEST_ROWS, groupsSvg, sortedGroups, valueOfRows } from '../figure/groups-svg.js';
import { displayName } from '../method-names.js';
import { bareMoney, costCaption, money, perCases, purseOf } from '../money.js';
import { decimalsOfRows, percent, tableDecimals } from '../number.js';
import type { CostCurves, CostRow, CostTable, GroupRow, ReportData } from '../report-data.js';
import { capital } from '../vocabulary.js';
import { html, paragraph, scroll, section, table } from './markup.js';
import { follows, pinned } from './pinned.js';

export function groupSection(data: ReportData): string {
  const { groups, target } = data;
  if (!groups) return '';
  const unit = target.unit ? `, ${target.unit}` : '';
  const { shown, small } = sortedGroups(data);
  const value = (of: number, { rows }: GroupRow) => valueOfRows(data, of, rows);
  const gain = ({ gain: g, lower, upper, rows }: GroupRow) => {
    const digits = target.kind === 'accuracy' ? decimalsOfRows(rows) : 3;
    return `${signed(g, digits)} (${signed(lower, digits)} to ${signed(upper, digits)})`;
  };
  // The script counts groups in the order of the data, whatever the order of the table.
  const id = (part: string) =>
    follows(data, 'groups')
      ? (row: GroupRow) => `group-${groups.rows.indexOf(row)}-${part}`
      : undefined;
  const first = [
    { head: groups.column, cell: (row: GroupRow) => row.name },
    { head: 'cases', cell: (row: GroupRow) => count(row.rows) },
  ];
  const columns = [
    ...first,
    { head: 'handed over', cell: (row: GroupRow) => percent(row.rate, 0), id: id('rate') },
    {
      head: `${data.model?.name ?? 'model'} alone${unit}`,
      cell: (row: GroupRow) => value(row.modelValue, row),
    },
    { head: `together${unit}`, cell: (row: GroupRow) => value(row.value, row), id: id('value') },
    { head: 'gain (interval)', cell: gain, id: id('gain') },
    ...(groups.rows.some(({ warning }) => warning)
      ? [{ head: 'warning', cell: (row: GroupRow) => row.warning ?? '', id: id('warning') }]
      : []),
  ];
  const answered = [
    ...first,
    { head: 'answered', cell: (row: GroupRow) => percent(row.rate, 0), id: id('rate') },
    { head: `${target.name} where all are answered${unit}`, cell: columns[3].cell },
    {
      head: `${target.name}${unit}`,
      // Of no answers at all nothing can be said.
      cell: (row: GroupRow) => (row.rate > 0 ? value(row.value, row) : '–'),
      id: id('value'),
    },
  ];
  const draw = (kind: 'wide' | 'narrow', width: number) =>
    groupsSvg(data, { theme: 'page', width, id: `groups-${kind}` }).replace(
      '<svg ',
      `<svg class="${kind}" `,
    );
  return section(
    'Group by group',
    pinned(data, 'groups'),
    data.rejection || shown.length === 0
      ? ''
      : `<figure>${draw('wide', 740)}${draw('narrow', 360)}</figure>`,
    shown.length === 0
      ? ''
      : scroll('Group by group', table(data.rejection ? answered : columns, shown)),
    smallGroups(small),
    ...groups.notes.map((note) => paragraph(note, 'soft small')),
    follows(data, 'groups') && !data.rejection ? paragraph(TESTED_ONCE, 'soft small') : '',
  );
}

/** A warning must hold for a setting that was named beforehand. */
const TESTED_ONCE =
  "Gaps and warnings of harm are those of the headline's setting, wherever the dial stands.";

/** Too few rows to say anything of one: named, not measured. */
function smallGroups(small: readonly GroupRow[]): string {
  if (small.length === 0) return '';
  const rows = small.reduce((sum, group) => sum + group.rows, 0);
  const names = small.map(({ name, rows: n }) => `${name} (${count(n)})`).join(', ');
  return `<details><summary>${html(`${small.length === 1 ? 'One group has' : `${count(small.length)} groups have`} fewer than ${FEWEST_ROWS} cases (${count(rows)} in all)`)}</summary>${paragraph(names, 'small')}</details>`;
}

export function costSection(data: ReportData): string {
  const { costs, target } = data;
  if (!costs) return '';
  const purse = purseOf(costs);
  const show = (value: number) => money(value, purse);
  const columns = [
    { head: '', cell: (row: CostRow) => row.label },
    { head: 'handed over', cell: (row: CostRow) => percent(row.rate) },
    { head: `cost ${perCases(purse)}`, cell: (row: CostRow) => show(row.cost) },
    ...(costs.rows.some(({ spent }) => spent !== undefined)
      ? [
          {
            head: 'of it for answers',
            cell: ({ spent }: CostRow) => (spent === undefined ? '–' : show(spent)),
          },
        ]
      : []),
    ...(costs.rows.some(({ lower }) => lower !== undefined)
      ? [
          {
            head: 'interval',
            cell: ({ lower, upper }: CostRow) =>
              lower === undefined || upper === undefined ? '–' : `${show(lower)} to ${show(upper)}`,
          },
        ]
      : []),
    {
      head: target.unit ? `${target.name}, ${target.unit}` : target.name,
      cell: ({ value }: CostRow) => (value === undefined ? '–' : fixed(value, tableDecimals(data))),
    },
  ];
  return section(
    'What it costs',
    // Where only answers have a price, cost along the rate is a line that says nothing.
    costs.curves && costs.saving ? costFigures(data, costs.curves) : '',
    costs.table ? methodCosts(data, costs.table) : '',
    scroll('What it costs', table(columns, costs.rows)),
    ...costs.notes.map((note) => paragraph(note, 'soft small')),
  );
}

function costFigures(data: ReportData, { spendingDiffers }: CostCurves): string {
  const draw = (axis: 'rate' | 'spending', kind: 'wide' | 'narrow') => {
    const size = kind === 'wide' ? { width: 740, height: 360 } : { width: 360, height: 300 };
    const id = `costs-${axis}-${kind}`;
    return costsSvg(data, axis, { ...size, theme: 'page', id }).replace(
      '<svg ',
      `<svg class="${kind}" `,
    );
  };
  const figure = (axis: 'rate' | 'spending') =>
    `<figure>${draw(axis, 'wide')}${draw(axis, 'narrow')}</figure>`;
  if (!spendingDiffers) return figure('rate');
  return [
    figure('rate'),
    paragraph(
      'Answers differ in cost, so the same share of cases can cost more or less. The same curves, by what is spent on answers:',
    ),
    figure('spending'),
  ].join('\n');
}

/** Every method at the rates of the table: marked as accuracies are, by paired costs of rows. */
function methodCosts(data: ReportData, costs: CostTable): string {
  const purse = purseOf(data.costs!);
  const head = ['method', ...costs.rates.map((rate) => percent(rate)), 'cheapest']
    .map((text) => `<th scope="col">${html(text)}</th>`)
    .join('');
  const rows = costs.methods.map(({ name, mean, marks, cheapest }) => {
    const cells = mean.map((value, k) => {
      const mark = marks?.[k] ?? 'none';
      return `<td${mark === 'none' ? '' : ` class="${mark}"`}>${html(bareMoney(value, purse))}</td>`;
    });
    const kind =
      name === data.finding.method ? ' class="chosen"' : marks ? '' : ' class="reference"';
    return `<tr${kind}><th scope="row">${html(displayName(name))}</th>${cells.join('')}<td>${html(`${bareMoney(cheapest.cost, purse)} at ${percent(cheapest.rate)}`)}</td></tr>`;
  });
  return [
    scroll(
      'What methods cost',
      `<table class="results"><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
    ),
    paragraph(
      `${capital(costCaption(purse))}: errors and answers together. Bold: the cheapest, where it beats every other family on the same rows (paired 95 % intervals, Holm-corrected over all pairs). Red: dearer than that, and not shown to cost less than random hand-over. ${costs.note}`,
      'soft small',
    ),
  ].join('\n');
}
