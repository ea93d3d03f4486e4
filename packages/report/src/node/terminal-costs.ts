import Table from 'cli-table3';
import { displayName } from '../method-names.js';
import { bareMoney, costCaption, purseOf } from '../money.js';
import { percent } from '../number.js';
import type { ReportData } from '../report-data.js';
import { ink, plainText, type TerminalOptions, tame } from './ansi.js';
import { frame } from './terminal-table.js';

/**
 * What a case costs by method and rate, where errors have a price; null where they have none. Where it
 * is wider than the terminal it drops rates from the right.
 */
export function terminalCosts(data: ReportData, options: TerminalOptions = {}): string | null {
  const table = data.costs?.table;
  if (!table) return null;
  const { width = 80, colour = false } = options;
  let text = '';
  let left = 0;
  for (let rates = table.rates.length; rates >= 1; rates--) {
    text = draw(data, rates, colour);
    left = table.rates.length - rates;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences take no room.
    const bare = text.replace(/\u001b\[\d+m/g, '').split('\n');
    if (Math.max(...bare.map((line) => [...line].length)) <= width) break;
  }
  const [best, red] = colour
    ? [ink('bold', 'bold', colour), ink('red', 'red', colour)]
    : ['*', '†'];
  const legend = `${costCaption(purseOf(data.costs!))}: errors and answers together, by share of cases handed over; ${best} cheapest, ${red} not shown to cost less than random${left > 0 ? `; ${left} more in the report` : ''}\n${table.note}\n`;
  const all = `${text}\n${legend}`;
  return options.unicode === false ? plainText(all) : all;
}

function draw(data: ReportData, rates: number, colour: boolean): string {
  const { table: costs } = data.costs!;
  const purse = purseOf(data.costs!);
  const table = new Table({
    head: ['method', ...costs!.rates.slice(0, rates).map((rate) => percent(rate)), 'cheapest'].map(
      (text) => ink(text, 'dim', colour),
    ),
    colAligns: ['left', ...Array<'right'>(rates + 1).fill('right')],
    style: { head: [], border: [], compact: true },
    chars: frame(),
  });
  for (const { name, mean, marks, cheapest } of costs!.methods) {
    const chosen = name === data.finding.method;
    const label = tame(displayName(name));
    table.push([
      chosen ? ink(label, 'bold', colour) : marks ? label : ink(label, 'dim', colour),
      ...mean
        .slice(0, rates)
        .map((value, k) => cell(bareMoney(value, purse), marks?.[k] ?? 'none', colour)),
      `${bareMoney(cheapest.cost, purse)} at ${percent(cheapest.rate)}`,
    ]);
  }
  return table.toString();
}

function cell(text: string, mark: 'bold' | 'red' | 'none', colour: boolean): string {
  if (mark === 'none') return colour ? text : `${text} `;
  return colour ? ink(text, mark, true) : `${text}${mark === 'bold' ? '*' : '†'}`;
}
