import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stream } from '@cede/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openChromium } from '../../core/test/chromium.js';
import { done } from './cede.js';

/** Between two stops of the grid, so that the dial has a stop of its own there. */
const RATE = 0.175;

/** Tickets of three classes in four teams; the expert is better with the third class alone. */
function tickets(rows: number): string {
  const random = stream(3, 'tickets');
  const names = ['Rechnung', 'Störung', 'zwrot'];
  const lines = ['label,p_Rechnung,p_Störung,p_zwrot,person,team'];
  for (let i = 0; i < rows; i++) {
    const truth = Math.floor(3 * random.uniform());
    const weights = names.map((_, c) => 0.2 + random.uniform() + (c === truth && c < 2 ? 0.8 : 0));
    const sum = weights.reduce((a, b) => a + b);
    const said = random.uniform() < (truth === 2 ? 0.95 : 0.6) ? truth : (truth + 1) % 3;
    const shares = weights.map((weight) => (weight / sum).toFixed(5));
    lines.push([names[truth], ...shares, names[said], `team ${i % 4}`].join());
  }
  return `${lines.join('\n')}\n`;
}

interface Shown {
  readonly name: string;
  readonly rate: number;
  readonly texts: Readonly<Record<string, string>>;
  readonly spoken: string;
  readonly classes: readonly string[][];
  readonly groups: readonly string[][];
  readonly settings: readonly string[];
  readonly scores: string | null;
  /** Cases left of the threshold in the histogram, from the heights of its bars. */
  readonly left: number | null;
}

/** Turns the dial over every stop of every method and reads what the page says. */
const READ = `(() => {
  const data = JSON.parse(document.getElementById('cede-data').textContent);
  const [rate, method] = ['rate', 'method'].map((id) => document.getElementById(id));
  const cells = (ending) => [...document.querySelectorAll(ending)].map((cell) => [...cell.closest('tr').children].map((each) => each.textContent));
  const seen = [];
  for (let row = 0; row < method.options.length; row++) {
    method.selectedIndex = row;
    method.dispatchEvent(new Event('change'));
    for (let k = 0; k <= Number(rate.max); k++) {
      rate.value = k;
      rate.dispatchEvent(new Event('input'));
      const ids = { value: 'tile-value', cases: 'tile-cases', avoided: 'tile-avoided', caused: 'tile-caused', rate: 'rate-shown', 'row-value': 'value-' + row, 'row-interval': 'interval-' + row, 'row-avoided': 'avoided-' + row, 'row-caused': 'caused-' + row };
      const texts = Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, document.getElementById(id).textContent]));
      const figure = [...document.querySelectorAll('figure.scores')].find((each) => !each.hidden);
      const bars = figure && figure.querySelector('svg.wide').getAttribute('data-bars').split(' ').map(Number);
      const height = (bar) => Number(bar.getAttribute('height'));
      const left = figure && [...figure.querySelectorAll('svg.wide rect')].slice(1)
        .filter((_, at) => at % 2 === 0)
        .reduce((sum, bar) => sum + bars[2] * Math.pow(height(bar) / bars[1], 1 / bars[3]), 0);
      seen.push({ name: data.lines[row].name, rate: data.grid[k], texts, left: left ?? null, spoken: rate.getAttribute('aria-valuetext'), classes: cells('[id^=class-][id$=-share]'), groups: cells('[id^=group-][id$=-rate]'), settings: [...document.querySelectorAll('.setting')].map((each) => each.textContent), scores: figure ? figure.dataset.method : null });
    }
  }
  return seen;
})()`;

/** "−1,234.5 %" → -1234.5 */
const number = (text: string) => Number(text.replace(/[,\s%]/g, '').replace('−', '-'));
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

describe.skipIf(!CHROMIUM)('a report has one state (skipped without Chromium)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cede-state-'));
  const out = join(folder, 'results');
  const read = (name: string) => readFileSync(join(out, name), 'utf8');
  let printed: string;
  let browser: Browser;
  let page: Page;
  let seen: readonly Shown[];
  let csv: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    writeFileSync(join(folder, 'tickets.csv'), tickets(700));
    const columns = ['--model', 'p_*', '--expert', 'person', '--group', 'team'];
    const ask = ['--methods', 'conf,linear,two-stage', '--method', 'linear', '--rate', `${RATE}`];
    const small = ['--test-share', '0.5', '--seeds', '2', '--epochs', '5', '--out', out];
    printed = await done(['compare', join(folder, 'tickets.csv'), ...columns, ...ask, ...small]);
    const [, ...lines] = read('curves.csv').trim().split('\n');
    csv = new Map(
      lines.map((line) => [line.split(',').slice(0, 2).join(' '), line.split(',')] as const),
    );
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    await page.goto(pathToFileURL(join(out, 'report.html')).href);
    seen = (await page.evaluate(READ)) as Shown[];
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('which is what curves.csv has, at every stop of every method', () => {
    expect(seen.map(({ name, rate }) => `${name} ${rate}`)).toEqual([...csv.keys()]);
    expect(seen.filter(({ rate }) => rate === RATE)).toHaveLength(5);
    for (const { name, rate, texts, spoken } of seen) {
      const cells = csv.get(`${name} ${rate}`)!;
      const [, , cases, value, lower, upper, avoided, caused] = cells;
      const where = cells.join();
      const whole = (text: string) => (text === '' ? '–' : Number(text).toFixed(0));
      expect(texts.cases, where).toBe(whole(cases));
      expect(texts.value, where).toBe(`${Number(value).toFixed(1)}\u00a0%`);
      expect(texts['row-value'], where).toBe(Number(value).toFixed(2));
      expect(texts['row-interval'], where).toBe(
        lower === '' ? '–' : `${Number(lower).toFixed(2)} to ${Number(upper).toFixed(2)}`,
      );
      for (const key of ['avoided', 'row-avoided']) expect(texts[key], where).toBe(whole(avoided));
      for (const key of ['caused', 'row-caused']) expect(texts[key], where).toBe(whole(caused));
      expect(spoken, where).toContain(`${texts.cases} of them: accuracy ${texts.value}`);
    }
  });

  it('to which classes, groups and scores add up', () => {
    for (const { name, rate, texts, classes, groups, settings, scores, left } of seen) {
      const where = `${name} at ${rate}`;
      const value = number(csv.get(`${name} ${rate}`)![3]);
      const cases = number(texts.cases);
      const rows = sum(classes.map((cells) => number(cells[1])));
      // Printed with one decimal, or with none in groups of fewer than 2,000 rows.
      const of = (table: readonly string[][], column: number) =>
        sum(table.map((cells) => (number(cells[1]) * number(cells[column])) / rows));
      expect(rows, where).toBe(350);
      expect(Math.abs(of(classes, 6) - (100 * cases) / rows), where).toBeLessThan(0.2);
      expect(Math.abs(of(classes, 9) - value), where).toBeLessThan(0.06);
      expect(sum(groups.map((cells) => number(cells[1]))), where).toBe(rows);
      expect(Math.abs(of(groups, 2) - (100 * cases) / rows), where).toBeLessThan(0.7);
      expect(Math.abs(of(groups, 4) - value), where).toBeLessThan(0.51);
      expect(new Set(settings).size, where).toBe(1);
      expect(settings[0], where).toContain(texts.rate);
      expect(scores, where).toBe(name === 'random' ? null : name);
      // Hindsight has three scores only, and a threshold leaves equal ones on one side.
      if (name !== 'random' && name !== 'oracle')
        expect(Math.abs(left! - cases), where).toBeLessThan(2);
    }
  });

  it('which is that of the terminal and of results.json', async () => {
    const claim = (await page.locator('h1').textContent())!.replaceAll('\u00a0', ' ');
    expect(printed.split('\n')).toContain(claim);
    const at = seen.find(({ name, rate }) => name === 'linear' && rate === RATE)!;
    expect(printed).toContain(`17.5 % of cases to person`);
    const row = printed.split('\n').find((line) => line.startsWith(' Linear comparison'))!;
    const head = printed.split('\n').find((line) => line.startsWith(' method '))!;
    const column = head.trim().split(/ {2,}/).indexOf('17.5 %');
    expect(row.trim().split(/ {2,}/)[column]).toBe(at.texts['row-value']);
    const { rates, methods } = JSON.parse(read('results.json'));
    for (const [name, { mean }] of Object.entries<{ mean: number[] }>(methods))
      for (const [k, rate] of rates.entries())
        expect(Number(csv.get(`${name} ${rate}`)![3])).toBeCloseTo(mean[k], 4);
  });

  it('and paper shows it too', async () => {
    await page.locator('#rate').fill('30');
    await page.selectOption('#method', { label: 'Two-stage' });
    const shown = () => page.locator('#tile-value, #tile-cases, #rate-shown').allTextContents();
    const before = await shown();
    await page.emulateMedia({ media: 'print' });
    expect(await shown()).toEqual(before);
    expect(await page.locator('#rate-shown').isVisible()).toBe(true);
    expect(await page.locator('#method').inputValue()).toBe('Two-stage');
    expect(await page.locator('#rate').isVisible()).toBe(false);
  });
});
