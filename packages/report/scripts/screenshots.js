// Photographs a report for the docs: light, dark, and as wide as a telephone.
//   node packages/report/scripts/screenshots.js DIR/report.html docs/images [terminal.txt]
// With what `cede demo` printed, also the README's picture: the terminal and the report side by side.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [report, folder, terminal] = process.argv.slice(2);
const shots = [
  { name: 'report-light.png', colorScheme: 'light', viewport: { width: 1000, height: 1260 } },
  { name: 'report-dark.png', colorScheme: 'dark', viewport: { width: 1000, height: 1260 } },
  { name: 'report-narrow.png', colorScheme: 'light', viewport: { width: 400, height: 900 } },
];

const browser = await chromium.launch({
  executablePath: process.env.CEDE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const { name, ...options } of shots) {
  const page = await browser.newPage(options);
  await page.goto(pathToFileURL(resolve(report)).href);
  if (options.viewport.width < 500)
    await page.evaluate("document.querySelector('h2').scrollIntoView()");
  await page.screenshot({ path: join(folder, name) });
  await page.close();
}
if (terminal) {
  const width = 1500;
  const page = await browser.newPage({ viewport: { width, height: 940 } });
  await page.goto(pathToFileURL(resolve(report)).href);
  const shown = await page.content();
  const printed = readFileSync(terminal, 'utf8')
    .trimEnd()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/(\d) %/g, '$1\u00a0%');
  await page.setContent(`<!doctype html><style>
    body { margin: 0; background: #f1f1f4; display: flex; gap: 24px; padding: 24px; }
    pre, iframe { border: 0; border-radius: 10px; box-sizing: border-box; }
    pre { margin: 0; width: 690px; padding: 18px 20px; background: #16171b; color: #ececf1; font: 12.4px/16.8px 'DejaVu Sans Mono', monospace; white-space: pre-wrap; }
    iframe { flex: 1; zoom: .76; background: #fff; box-shadow: 0 0 8px #0002; }
  </style><pre><span style="color:#7ddb8a">$</span> npx cede demo\n${printed}</pre>
  <iframe srcdoc="${shown.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}" scrolling="no"></iframe>`);
  await page.waitForTimeout(500);
  // As tall as what was printed, so that no line of it is cut; the report gets the same height.
  const height = await page.evaluate('Math.ceil(document.body.getBoundingClientRect().height)');
  await page.setViewportSize({ width, height });
  await page.screenshot({ path: join(folder, 'demo.png') });
}
await browser.close();
