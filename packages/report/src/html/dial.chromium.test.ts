import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleData } from '../../test/example.js';
import { renderReport } from './render-report.js';

const CHROMIUM = process.env.CEDE_CHROMIUM ?? '/usr/bin/chromium';
const data = exampleData({ rows: 2400, stops: 41 });
const gce = data.methods[5];
const stopOf = (rate: number) => data.grid.findIndex((each) => Math.abs(each - rate) < 1e-9);

describe.skipIf(!existsSync(CHROMIUM))(
  'the report in Chromium (skipped where it is missing)',
  () => {
    let browser: Browser;
    let page: Page;
    const folder = mkdtempSync(join(tmpdir(), 'cede-report-'));
    const problems: string[] = [];
    const requests: string[] = [];
    const textAt = (id: string) => page.locator(`#${id}`).textContent();

    beforeAll(async () => {
      writeFileSync(join(folder, 'report.html'), renderReport(data));
      browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ['--no-sandbox', '--disable-gpu'],
      });
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
      expect(await textAt('tile-value')).toBe(`${gce.values[k].toFixed(2)}\u00a0%`);
      expect(await textAt('tile-cases')).toBe('720');
      expect(await textAt('tile-avoided')).toBe(gce.avoided![k].toFixed(0));
      expect(await textAt('tile-caused')).toBe(gce.caused![k].toFixed(0));
      expect(await textAt('value-0')).toBe(data.methods[0].values[k].toFixed(2));
      const spoken = await page.locator('#rate').getAttribute('aria-valuetext');
      expect(spoken).toContain(
        `30\u00a0% of cases, 720 of them: accuracy ${gce.values[k].toFixed(2)}`,
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
      expect(await textAt('tile-value')).toBe(`${data.finding.modelValue.toFixed(2)}\u00a0%`);
      await page.keyboard.press('End');
      expect(await textAt('tile-cases')).toBe('2,400');
      expect(await textAt('tile-value')).toBe(`${data.finding.expertValue.toFixed(2)}\u00a0%`);
    });

    it('shows another method on request', async () => {
      await page.selectOption('#method', { label: 'Model confidence' });
      await page.locator('#rate').fill(String(stopOf(0.5)));
      expect(await textAt('tile-value')).toBe(
        `${data.methods[0].values[stopOf(0.5)].toFixed(2)}\u00a0%`,
      );
      await page.selectOption('#method', { label: 'Density ratio (GCE loss)' });
    });

    it('reads the curve under the pointer, returns when it leaves, and keeps a click', async () => {
      const chart = page.locator('svg.wide.curves');
      await chart.scrollIntoViewIfNeeded();
      const box = (await chart.boundingBox())!;
      const [, , from, to] = (await chart.getAttribute('data-x'))!.split(' ').map(Number);
      const at = (rate: number) => box.x + ((from + rate * (to - from)) / 860) * box.width;
      await page.mouse.move(at(0.7), box.y + box.height / 3);
      expect(await textAt('rate-shown')).toBe('70\u00a0%');
      await page.mouse.move(5, box.y + 5);
      expect(await textAt('rate-shown')).toBe('50\u00a0%');
      await page.mouse.click(at(0.1), box.y + box.height / 3);
      await page.mouse.move(5, box.y + 5);
      expect(await textAt('rate-shown')).toBe('10\u00a0%');
      expect(await page.locator('#rate').inputValue()).toBe(String(stopOf(0.1)));
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
      const hidden = await page.evaluate(
        `[...document.querySelectorAll('.scroll')].filter((frame) => frame.scrollWidth > frame.clientWidth || frame.classList.contains('more')).length`,
      );
      expect(hidden).toBe(0);
      await page.setViewportSize({ width: 1000, height: 900 });
    });

    it('changes colour in the dark, but stays light on paper', async () => {
      const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await background()).toBe('rgb(22, 23, 27)');
      await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
      expect(await background()).toBe('rgb(255, 255, 255)');
      expect(await page.locator('#rate').isVisible()).toBe(false);
      await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
    });

    it('raised no error and asked for nothing but itself', () => {
      expect(problems).toEqual([]);
      expect(requests).toHaveLength(1);
    });
  },
);
