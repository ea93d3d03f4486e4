// Photographs a report for the docs: light, dark, and as wide as a telephone.
//   node packages/report/scripts/screenshots.js DIR/report.html docs/images
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [report, folder] = process.argv.slice(2);
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
await browser.close();
