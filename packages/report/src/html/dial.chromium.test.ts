import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openChromium } from '../../../core/test/chromium.js';
import { exampleData } from '../../test/example.js';
import type { ReportData } from '../report-data.js';
import { curvesCsv } from '../table/curves-csv.js';
import { renderReport } from './render-report.js';

const plain = exampleData({ rows: 2400, stops: 41 });
/** Differences as the study makes them, so that the second panel is there. */
const counted = (list?: readonly number[]) => list?.map((each) => Number(each.toPrecision(8)));
const data: ReportData = {
  ...plain,
  // Rounded once for everybody, as toReport does.
  random: {
    ...plain.random,
    avoided: counted(plain.random.avoided),
    caused: counted(plain.random.caused),
  },
  oracle: {
    ...plain.oracle,
    avoided: counted(plain.oracle.avoided),
    caused: counted(plain.oracle.caused),
  },
  methods: plain.methods
    .map((given) => ({
      ...given,
      avoided: counted(given.avoided),
      caused: counted(given.caused),
    }))
    .map((method) =>
      method.name === 'conf'
        ? method
        : {
            ...method,
            over: {
              from: 'conf' as const,
              estimate: method.values.map((value, k) => value - plain.methods[0].values[k]),
              lower: method.values.map((value, k) => value - plain.methods[0].values[k] - 1),
              upper: method.values.map((value, k) => value - plain.methods[0].values[k] + 1),
            },
          },
    ),
};
const gce = data.methods[5];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const stopOf = (rate: number) => data.grid.findIndex((each) => Math.abs(each - rate) < 1e-9);

describe.skipIf(!CHROMIUM)('the report in Chromium (skipped where it is missing)', () => {
  let browser: Browser;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'cede-report-'));
  const problems: string[] = [];
  const requests: string[] = [];
  const textAt = (id: string) => page.locator(`#${id}`).textContent();

  beforeAll(async () => {
    writeFileSync(join(folder, 'report.html'), renderReport(data));
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => problems.push(message.text()));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it('turns with the arrow keys: numbers, needle and spoken value follow the data', async () => {
    await page.locator('#rate').focus();
    for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight');
    const k = stopOf(0.3);
    expect(await textAt('rate-shown')).toBe('30\u00a0%');
    expect(await textAt('tile-value')).toBe(`${gce.values[k].toFixed(1)}\u00a0%`);
    expect(await textAt('tile-cases')).toBe('720');
    expect(await textAt('tile-avoided')).toBe(gce.avoided![k].toFixed(0));
    expect(await textAt('tile-caused')).toBe(gce.caused![k].toFixed(0));
    expect(await textAt('value-0')).toBe(data.methods[0].values[k].toFixed(2));
    const spoken = await page.locator('#rate').getAttribute('aria-valuetext');
    expect(spoken).toContain(
      `30\u00a0% of cases, 720 of them: accuracy ${gce.values[k].toFixed(1)}`,
    );
    // The dot lies on the drawn line: same place as that point of the path.
    const line = await page.locator('svg.wide .line[data-method="drcpe-gce"]').getAttribute('d');
    const [x, y] = line!.slice(1).split('L')[k].split(',').map(Number);
    const dot = page.locator('svg.wide circle[data-method="drcpe-gce"]');
    expect(Number(await dot.getAttribute('cx'))).toBeCloseTo(x, 0);
    expect(Number(await dot.getAttribute('cy'))).toBeCloseTo(y, 0);
    // The oracle is out of the picture here, and so is its dot.
    expect(await page.locator('svg.wide circle[data-method="oracle"]').isVisible()).toBe(false);
    await page.keyboard.press('Home');
    expect(await textAt('tile-cases')).toBe('0');
    expect(await textAt('tile-value')).toBe(`${data.finding.modelValue.toFixed(1)}\u00a0%`);
    await page.keyboard.press('End');
    expect(await textAt('tile-cases')).toBe('2,400');
    expect(await textAt('tile-value')).toBe(`${data.finding.expertValue.toFixed(1)}\u00a0%`);
  });

  it('shows another method on request', async () => {
    await page.selectOption('#method', { label: 'Model confidence' });
    await page.locator('#rate').fill(String(stopOf(0.5)));
    expect(await textAt('tile-value')).toBe(
      `${data.methods[0].values[stopOf(0.5)].toFixed(1)}\u00a0%`,
    );
    await page.selectOption('#method', { label: 'Density ratio (GCE loss)' });
  });

  it('has the counts of curves.csv at every stop of the dial, for every method', async () => {
    const [, ...csv] = curvesCsv(data).trim().split('\n');
    const expected = csv.map((line) => line.split(','));
    const shown = (await page.evaluate(`(() => {
        const rate = document.getElementById('rate');
        const found = [];
        for (let k = 0; k <= Number(rate.max); k++) {
          rate.value = k;
          rate.dispatchEvent(new Event('input'));
          const text = (id) => document.getElementById(id).textContent;
          for (let row = 0; row < ${data.methods.length + 2}; row++)
            found.push([row, k, text('tile-cases'), text('value-' + row), text('avoided-' + row), text('caused-' + row)]);
        }
        return found;
      })()`)) as [number, number, string, string, string, string][];
    const count = (value: string) =>
      value === ''
        ? '–'
        : Number(value)
            .toFixed(0)
            .replace(/\B(?=(\d{3})+$)/g, ',');
    expect(shown).toHaveLength(expected.length);
    for (const [row, k, cases, value, avoided, caused] of shown) {
      const line = expected[row * data.grid.length + k];
      expect([cases, value, avoided, caused], line.join()).toEqual([
        count(line[2]),
        Number(line[3]).toFixed(2),
        count(line[6]),
        count(line[7]),
      ]);
    }
  });

  it('draws the method that is chosen in bold, and its difference below', async () => {
    const width = (name: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector('svg.wide .line[data-method="${name}"]')).strokeWidth`,
      );
    const difference = () => page.locator('svg.difference.wide .over-line').getAttribute('d');
    const own = await difference();
    expect(await width('drcpe-gce')).toBe('3px');
    await page.selectOption('#method', { label: 'Two-stage' });
    expect(await width('two-stage')).toBe('3px');
    expect(await width('drcpe-gce')).toBe('1.6px');
    expect(await difference()).not.toBe(own);
    expect(await page.locator('tr.chosen').count()).toBeGreaterThan(0);
    expect(await page.locator('table.lines tr.chosen').textContent()).toContain('Two-stage');
    await page.selectOption('#method', { label: 'Model confidence' });
    expect(await difference()).toBe('');
    await page.selectOption('#method', { label: 'Density ratio (GCE loss)' });
    expect(await difference()).toBe(own);
  });

  it('moves the line in the difference with the dial', async () => {
    const at = (panel: string) =>
      page
        .locator(panel)
        .getAttribute('d')
        .then((d) => Number(/^M([\d.]+),/.exec(d!)![1]));
    for (const share of [0.1, 0.5]) {
      await page.locator('#rate').fill(String(stopOf(share)));
      const needle = await at('svg.curves.wide .needle path');
      expect(await at('svg.difference.wide .dial')).toBeCloseTo(needle, 1);
    }
  });

  it('says which tables stay at the headline, and goes back there', async () => {
    const note = page.locator('.elsewhere').first();
    await page.locator('#rate').fill(String(stopOf(0.2)));
    expect(await note.isVisible()).toBe(false);
    await page.locator('#rate').fill(String(stopOf(0.5)));
    expect(await note.isVisible()).toBe(true);
    await page.locator('button.reset').first().click();
    expect(await textAt('rate-shown')).toBe('20\u00a0%');
    expect(await note.isVisible()).toBe(false);
    await page.locator('#rate').fill(String(stopOf(0.5)));
  });

  it('reads the curve under the pointer without moving the dial, and keeps a click', async () => {
    const chart = page.locator('svg.wide.curves');
    await chart.scrollIntoViewIfNeeded();
    const box = (await chart.boundingBox())!;
    const [, , from, to] = (await chart.getAttribute('data-x'))!.split(' ').map(Number);
    const at = (rate: number) => box.x + ((from + rate * (to - from)) / 700) * box.width;
    const reading = page.locator('svg.wide .hover text');
    await page.mouse.move(at(0.7), box.y + box.height / 3);
    expect(await reading.textContent()).toBe(
      `70\u00a0%: ${gce.values[stopOf(0.7)].toFixed(1)}\u00a0%`,
    );
    expect(await textAt('rate-shown')).toBe('50\u00a0%');
    expect(await textAt('tile-value')).toBe(`${gce.values[stopOf(0.5)].toFixed(1)}\u00a0%`);
    await page.mouse.move(5, box.y + 5);
    expect(await page.locator('svg.wide .hover').getAttribute('visibility')).toBe('hidden');
    await page.mouse.click(at(0.1), box.y + box.height / 3);
    await page.mouse.move(5, box.y + 5);
    expect(await textAt('rate-shown')).toBe('10\u00a0%');
    expect(await page.locator('#rate').inputValue()).toBe(String(stopOf(0.1)));
  });

  it.each([
    [1440, 900],
    [1024, 768],
    [390, 844],
  ])('shows claim, dial, tiles and chart on the first screen of %i × %i', async (width, height) => {
    await page.setViewportSize({ width, height });
    await page.evaluate('scrollTo(0, 0)');
    const lines = await page.evaluate(
      `(() => { const h = document.querySelector('h1'); return h.getBoundingClientRect().height / parseFloat(getComputedStyle(h).lineHeight); })()`,
    );
    expect(Math.round(lines as number)).toBeLessThanOrEqual(2);
    const bottom = async (selector: string) => {
      const box = (await page.locator(selector).boundingBox())!;
      return box.y + box.height;
    };
    for (const selector of ['#rate', '#method', '.tiles'])
      expect(await bottom(selector), selector).toBeLessThanOrEqual(height);
    const chart = (await page
      .locator(`svg.curves.${width < 560 ? 'narrow' : 'wide'}`)
      .boundingBox())!;
    // The plot with its axis; legend and notes may be below.
    const axis = (await page
      .locator(`svg.curves.${width < 560 ? 'narrow' : 'wide'} text`, { hasText: /^0 %$/ })
      .boundingBox())!;
    expect(chart.y).toBeGreaterThan(0);
    expect(axis.y + axis.height).toBeLessThanOrEqual(height);
    await page.setViewportSize({ width: 1000, height: 900 });
  });

  it('has large targets and letters on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const small =
      await page.evaluate(`[...document.querySelectorAll('input[type=range],select,button,summary,label.target')]
        .map((e) => [e.tagName, e.getBoundingClientRect()])
        .filter(([, { width, height }]) => height > 0 && (height < 44 || width < 44))
        .map(([name, { width, height }]) => name + ' ' + width + ' × ' + height)`);
    expect(small).toEqual([]);
    // Of every figure that a phone shows.
    const letters = await page.evaluate(`[...document.querySelectorAll('figure svg')]
        .filter((svg) => svg.getBoundingClientRect().width > 0)
        .map((svg) => {
          const zoom = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          return Math.min(...[...svg.querySelectorAll('text')].map((t) => parseFloat(getComputedStyle(t).fontSize) * zoom));
        })`);
    expect((letters as number[]).length).toBeGreaterThan(2);
    expect(Math.min(...(letters as number[]))).toBeGreaterThanOrEqual(12);
    await page.setViewportSize({ width: 1000, height: 900 });
  });

  it.each([
    ['light', 1000],
    ['dark', 1000],
    ['light', 390],
  ] as const)('axe-core finds nothing serious, %s, %i pixels wide', async (colorScheme, width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
    await page.evaluate(AXE);
    const found = (await page.evaluate(`axe.run().then(({ violations }) => violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(' | ')))`)) as string[];
    expect(found).toEqual([]);
    await page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = false; })");
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1000, height: 900 });
  });

  it('hides and shows lines and bands, by keyboard too', async () => {
    const line = page.locator('svg.wide .line[data-method="two-stage"]');
    const band = page.locator('svg.wide .band[data-method="two-stage"]');
    expect(await line.isVisible()).toBe(true);
    expect(await band.isVisible()).toBe(false);
    await page.locator('#bands').focus();
    await page.keyboard.press('Space');
    expect(await band.isVisible()).toBe(true);
    await page.getByLabel('draw Two-stage').focus();
    await page.keyboard.press('Space');
    expect(await line.isVisible()).toBe(false);
    expect(await band.isVisible()).toBe(false);
    await page.keyboard.press('Space');
    expect(await line.isVisible()).toBe(true);
  });

  it('fits a narrow screen with a figure of its own, and nothing hangs over', async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    expect(await page.locator('svg.curves.narrow').isVisible()).toBe(true);
    expect(await page.locator('svg.curves.wide').isVisible()).toBe(false);
    const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(over).toBeLessThanOrEqual(0);
    // Columns that don't fit are announced, in every frame that hides some and in no other.
    const hints = await page.evaluate(
      `[...document.querySelectorAll('.scroll')].map((frame) => [frame.scrollWidth > frame.clientWidth, getComputedStyle(frame, '::before').content.includes('scroll sideways')])`,
    );
    expect(hints).toContainEqual([true, true]);
    for (const [hidden, said] of hints as boolean[][]) expect(said).toBe(hidden);
    await page.setViewportSize({ width: 1000, height: 900 });
  });

  it('shows every column of the usual table on a desktop', async () => {
    await page.setViewportSize({ width: 1200, height: 900 });
    // The page notices a new width with its next frame.
    const hidden = () =>
      page.evaluate(
        `[...document.querySelectorAll('.scroll')].filter((frame) => frame.scrollWidth > frame.clientWidth || frame.classList.contains('more')).length`,
      );
    await expect.poll(hidden).toBe(0);
    await page.setViewportSize({ width: 1000, height: 900 });
  });

  it('fits every table on paper', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 673, height: 1000 }); // A4 less 16 mm on either side
    const over = await page.evaluate(
      `[...document.querySelectorAll('table')].filter((table) => table.getBoundingClientRect().right > innerWidth + 1).length`,
    );
    expect(over).toBe(0);
    await page.setViewportSize({ width: 1000, height: 900 });
    await page.emulateMedia({ media: 'screen' });
  });

  it('changes colour in the dark, but stays light on paper', async () => {
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).toBe('rgb(22, 23, 27)');
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    expect(await background()).toBe('rgb(255, 255, 255)');
    expect(await page.locator('#rate').isVisible()).toBe(false);
    expect(await page.locator('#rate-shown').isVisible()).toBe(true);
    await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
  });

  it('raised no error and asked for nothing but itself', () => {
    expect(problems).toEqual([]);
    expect(requests).toHaveLength(1);
  });
});
