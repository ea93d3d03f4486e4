import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openChromium } from '../../../core/test/chromium.js';
import { ROOT } from './blocks.js';

const SITE = join(ROOT, 'site');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Any web server that knows nothing of the site. */
function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://x').pathname);
    const file = join(SITE, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    return response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe.skipIf(!CHROMIUM || !existsSync(join(SITE, 'index.html')))(
  'the docs site in Chromium (skipped where it, or the site that npm run docs:site builds, is missing)',
  () => {
    let browser: Browser;
    let server: Server;
    let page: Page;
    let home: string;
    const asked: string[] = [];

    beforeAll(async () => {
      server = await serve();
      home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      browser = await openChromium();
      page = await browser.newPage();
      page.on('request', (request) => asked.push(request.url()));
    }, 60_000);
    afterAll(async () => {
      await browser.close();
      server.close();
    });

    const open = async (name: string, width: number, colorScheme: 'light' | 'dark' = 'light') => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(home + name, { waitUntil: 'networkidle' });
    };

    it.each(
      ['', 'start.html', 'tables.html', 'report.html'].flatMap((name) => [
        [name, 1280, 'light'] as const,
        [name, 390, 'dark'] as const,
      ]),
    )('/%s at %i pixels, %s: axe-core finds nothing serious', async (name, width, scheme) => {
      await open(name, width, scheme);
      await page.evaluate(AXE);
      const found = await page.evaluate(`axe.run().then(({ violations }) => violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' ')))`);
      expect(found).toEqual([]);
    });

    it.each(['', 'start.html', 'cli.html', 'serve.html', 'benchmarks.html'])(
      '/%s is no wider than a phone',
      async (name) => {
        await open(name, 390);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect(width).toBeLessThanOrEqual(390);
        // An option stands on one line, also in a table, which scrolls.
        const broken =
          await page.evaluate(`[...document.querySelectorAll('.vp-doc code.whole, .vp-doc code .whole')]
          .filter((code) => code.getClientRects().length > 1).map((code) => code.textContent)`);
        expect(broken).toEqual([]);
      },
    );

    it.each([
      ['install', 'start.html#install'],
      ['own table', 'start.html#your-own-table'],
      ['columns', 'tables.html#columns'],
      ['answer mean', 'report.html'],
      ['production', 'deploy.html'],
      ['promise', 'guarantees.html'],
    ])('one click from the start leads to: %s', async (word, target) => {
      await open('', 1280);
      const row = page.locator('table tr', { hasText: word });
      await row.locator('a').first().click();
      await page.waitForURL((url) => url.href.startsWith(home + target));
      await page.waitForSelector('h1');
    });

    it('searches without a server', async () => {
      await open('', 1280);
      await page.keyboard.press('Control+k');
      await page.fill('.VPLocalSearchBox input', 'propensity');
      const first = page.locator('.VPLocalSearchBox .result').first();
      await first.waitFor();
      expect(await page.locator('.VPLocalSearchBox .result').count()).toBeGreaterThan(3);
      await first.click();
      await page.waitForURL(/\.html/);
    });

    it('answers a question in words by guides, before types of the API', async () => {
      await open('', 1280);
      await page.keyboard.press('Control+k');
      await page.fill('.VPLocalSearchBox input', 'column names');
      const results = page.locator('.VPLocalSearchBox .result');
      await results.first().waitFor();
      const first = (await results.allTextContents()).slice(0, 5);
      expect(first[0]).toContain('Your own table');
      expect(first.filter((text) => text.includes('@cede/'))).toEqual([]);
    });

    it('asked nothing of another server', () => {
      expect(asked.length).toBeGreaterThan(20);
      const outside = asked.filter((url) => !url.startsWith(home) && !/^(data|blob):/.test(url));
      expect(outside).toEqual([]);
    });
  },
);
