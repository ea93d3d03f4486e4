import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openChromium } from '../../../core/test/chromium.js';
import { exampleData } from '../../test/example.js';
import type { LineDetails, ReportData } from '../report-data.js';
import { renderReport } from './render-report.js';

const STOPS = 11;
const plain = exampleData({ rows: 300, stops: STOPS, classNames: ['cat', 'dog'] });
const along = (of: (k: number) => number) => Array.from({ length: STOPS }, (_, k) => of(k));

/** Numbers that say which method and stop they belong to. */
const details = [...plain.methods.map(({ name }) => name), 'random', 'oracle'].map(
  (name, m): LineDetails => ({
    name,
    classes: [0, 1].map((c) => ({
      deferred: along((k) => k / 10),
      systemRecall: along((k) => 50 + 3 * m + 0.5 * k + 10 * c),
      keptRecall: along(() => 0),
    })),
    groups: [0, 1].map((g) => ({
      rate: along((k) => k / 10),
      value: along((k) => 60 + m + g + k),
      gain: along((k) => k - 3 * g),
      lower: along((k) => k - 3 * g - 2),
      upper: along((k) => k - 3 * g + 2),
    })),
    ...(name !== 'random' && {
      scores: {
        ...{ edges: [0, 1, 2, 3], cases: [100, 100, 100] },
        thresholds: along((k) => 0.3 * k),
        cutBins: along((k) => Math.min(2, Math.floor(0.3 * k))),
        cutCases: along((k) => Math.round(100 * ((0.3 * k) % 1))),
      },
    }),
  }),
);
const group = { rows: 100, rate: 0.2, modelValue: 60, value: 62, gain: 2, lower: 0, upper: 4 };
const data: ReportData = {
  ...plain,
  details,
  groups: {
    column: 'site',
    rows: [
      { ...group, name: 'north', warning: 'handing over harms this group' },
      { ...group, name: 'south', gain: -1, lower: -3, upper: 1 },
    ],
    notes: [],
  },
};

describe.skipIf(!CHROMIUM)('classes, groups and scores follow the dial', () => {
  let browser: Browser;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'cede-details-'));
  const problems: string[] = [];
  beforeAll(async () => {
    writeFileSync(join(folder, 'report.html'), renderReport(data));
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const text = (id: string) => page.locator(`#${id}`).textContent();
  const settings = () => page.locator('.setting').allTextContents();
  const dots = () =>
    page
      .locator('svg.wide g.group circle')
      .evaluateAll((all) => all.map((each) => Number(each.getAttribute('cx'))));

  it('at another rate', async () => {
    await page.locator('#rate').fill('7');
    expect(await text('class-0-share')).toBe('70\u00a0%');
    expect(await text('class-1-right')).toBe((50 + 3 * 5 + 3.5 + 10).toFixed(1));
    expect(await text('group-0-value')).toBe('72');
    expect(await text('group-1-gain')).toBe('+4 (+2 to +6)');
    for (const setting of await settings())
      expect(setting).toBe('70\u00a0% of cases handed over by Density ratio (GCE loss)');
    expect(await page.locator('.rate-here').textContent()).toBe('70\u00a0%');
    expect(await settings()).toHaveLength(3);
    const before = await dots();
    await page.locator('#rate').fill('2');
    (await dots()).forEach((at, k) => {
      expect(at).toBeLessThan(before[k]);
    });
    expect(problems).toEqual([]);
  });

  it('warns of harm only at the setting where it was tested', async () => {
    expect(await text('group-0-warning')).toBe('handing over harms this group');
    await page.locator('#rate').fill('3');
    expect(await text('group-0-warning')).toBe('');
  });

  it('keeps long names inside their tiles, on a phone too', async () => {
    const named = {
      ...data,
      model: { name: 'Ticketmodell 2' },
      expert: { ...data.expert, name: 'die Sachbearbeiterinnenstelle' },
    };
    writeFileSync(join(folder, 'named.html'), renderReport(named));
    for (const width of [360, 390, 1440]) {
      const phone = await browser.newPage({ viewport: { width, height: 844 } });
      await phone.goto(pathToFileURL(join(folder, 'named.html')).href);
      const wide = await phone
        .locator('.tiles div')
        .evaluateAll((tiles) => tiles.filter((tile) => tile.scrollWidth > tile.clientWidth).length);
      expect(wide, `${width}`).toBe(0);
      await phone.close();
    }
  });

  it('by another method, with its own scores', async () => {
    await page.locator('#rate').fill('5');
    await page.selectOption('#method', { label: 'Two-stage' });
    expect(await text('class-0-right')).toBe((50 + 3 * 2 + 2.5).toFixed(1));
    const figure = page.locator('figure.scores:visible');
    expect(await figure.getAttribute('data-method')).toBe('two-stage');
    expect(await figure.locator('svg.wide .threshold text').textContent()).toBe('threshold 1.5');
    const heights = await figure
      .locator('svg.wide rect')
      .evaluateAll((all) => all.slice(1).map((each) => Number(each.getAttribute('height'))));
    const whole = heights[0];
    // Three bins of 100: the first is handed over, half of the second, nothing of the third.
    const shares = [whole, 0, whole / 2, whole / 2, 0, whole];
    heights.forEach((each, k) => {
      expect(each).toBeCloseTo(shares[k], 0);
    });
    await page.selectOption('#method', { label: 'Random' });
    expect(await page.locator('figure.scores:visible').count()).toBe(0);
    expect(await page.locator('.no-scores').isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });
});
