// Pictures of what people see, made from real output so that they can't go stale:
//   npm run screenshots [FOLDER]       docs/images unless told; needs Chromium and `script` of util-linux
// Runs `cede demo` once (a second run resumes there), photographs its report on a desktop, a small
// laptop, a phone, in the dark and on paper, and the terminal at 80 and 120 columns. Then the reports
// of the gallery (`npm run gallery` first, or they are left as they are), and from the digits why a
// threshold on confidence is not enough.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { GALLERY, GALLERY_RUN } from './gallery.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'docs', 'images'));
const run = process.env.CEDE_SCREENSHOT_RUN ?? join(tmpdir(), 'cede-screenshots');
const CEDE = join(root, 'packages', 'cli', 'bin', 'cede.js');
mkdirSync(folder, { recursive: true });
mkdirSync(run, { recursive: true });

/** What `cede demo` prints on a terminal of so many columns, with its colours. */
function printed(columns) {
  const command = `stty cols ${columns} rows 60; node ${CEDE} demo --out demo 2>/dev/null`;
  const options = { cwd: run, encoding: 'utf8', env: { ...process.env, TERM: 'xterm-256color' } };
  return execFileSync('script', ['-qec', command, '/dev/null'], options).replaceAll('\r', '');
}

const INKS = { 1: 'b', 2: 'd', 31: 'r', 33: 'y', 34: 'u', 35: 'm', 36: 'c', 94: 'u' };

/** Escape sequences as spans. */
function ansiHtml(text) {
  let open = 0;
  const html = text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    // The font has no Braille, and another's is wider than a column.
    .replace(/[\u2800-\u28ff]/g, '<i>$&</i>')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what starts a sequence.
    .replace(/\u001b\[(\d+)m/g, (_, code) => {
      if (!INKS[code] && open === 0) return '';
      open += INKS[code] ? 1 : -1;
      return INKS[code] ? `<span class="${INKS[code]}">` : '</span>';
    });
  return html + '</span>'.repeat(open);
}

const terminal = (text, columns) => `<!doctype html><style>
  body{margin:0;background:#16171b;color:#e6e6ea}
  pre{margin:0;padding:16px 40px 16px 18px;font:13px/17px 'DejaVu Sans Mono',monospace;width:${columns}ch}
  i{display:inline-block;width:1ch;font-style:normal;transform:scaleX(.82);transform-origin:0}
  .b{font-weight:700}.d{opacity:.65}.r{color:#ff8a80}.y{color:#f0c04b}.u{color:#8ea6ff}.m{color:#e68af0}.c{color:#4fd1c0}
</style><pre><span class="c">$</span> npx cede demo\n${ansiHtml(text)}</pre>`;

const shots = [
  { name: 'report-light.png', viewport: { width: 1440, height: 900 }, hero: true },
  {
    name: 'report-dark.png',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    hero: true,
  },
  { name: 'report-1024.png', viewport: { width: 1024, height: 768 } },
  { name: 'report-phone.png', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
];

const texts = [80, 120].map((columns) => [columns, printed(columns)]);
const report = pathToFileURL(join(run, 'demo', 'report.html')).href;
const browser = await chromium.launch({
  executablePath: process.env.CEDE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
/** Headline, dial and chart without the window's margins: the README's first picture. */
async function firstScreen(page) {
  const first = await page.locator('.first').boundingBox();
  const margin = Math.min(24, first.x);
  const width = first.width + 2 * margin;
  return { x: first.x - margin, y: 0, width, height: first.y + first.height };
}
for (const { name, hero, ...options } of shots) {
  const page = await browser.newPage({ ...(hero && { deviceScaleFactor: 2 }), ...options });
  await page.goto(report);
  const clip = hero && (await firstScreen(page));
  await page.screenshot({ path: join(folder, name), ...(clip && { clip }) });
  if (process.env.CEDE_SCREENSHOT_WHOLE)
    await page.screenshot({
      path: join(folder, name.replace('.png', '-whole.png')),
      fullPage: true,
    });
  await page.close();
}
const paper = await browser.newPage({ viewport: { width: 794, height: 1123 } });
await paper.goto(report);
await paper.emulateMedia({ media: 'print' });
// A browser that prints says so first, and the page opens what is folded.
await paper.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
// Two frames later everything is where it stays: the same page gives the same bytes.
await paper.evaluate(
  () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
);
await paper.screenshot({ path: join(folder, 'report-print.png') });
for (const [columns, text] of texts) {
  const page = await browser.newPage({ viewport: { width: 9 * columns, height: 600 } });
  await page.setContent(terminal(text, columns));
  const size = await page.locator('pre').boundingBox();
  await page.setViewportSize({ width: Math.ceil(size.width), height: Math.ceil(size.height) });
  await page.screenshot({ path: join(folder, `terminal-${columns}.png`) });
}
await galleryPictures();
const curves = join(GALLERY_RUN, 'moderation', 'curves.png');
if (existsSync(curves)) copyFileSync(curves, join(folder, 'curves.png'));
await browser.close();
whyPicture();

/** The first screen of each report, cut where it ends and not through a line of text. */
async function galleryPictures() {
  for (const { name } of GALLERY) {
    const file = join(root, 'docs', 'public', 'gallery', `${name}.html`);
    if (!existsSync(file)) continue;
    const page = await browser.newPage({ viewport: { width: 1160, height: 900 } });
    await page.goto(pathToFileURL(file).href);
    const clip = await firstScreen(page);
    await page.screenshot({ path: join(folder, `gallery-${name}.png`), clip });
    await page.close();
  }
}

/** Confidence beside what `auto` learns, on the tables that the digits of the gallery left. */
function whyPicture() {
  const tables = join(GALLERY_RUN, 'digits', 'lab', 'tables');
  if (!existsSync(tables)) return;
  const out = join(run, 'why');
  const names = ['--model-name', 'The model', '--expert-name', 'the specialist'];
  const asked = ['--methods', 'conf,auto', '--method', 'auto', '--seeds', '3', ...names];
  const words = ['compare', join(tables, '1-fit.npz'), join(tables, '1-test.npz'), ...asked];
  execFileSync(process.execPath, [CEDE, ...words, '--out', out, '--overwrite', '--quiet']);
  copyFileSync(join(out, 'curves.png'), join(folder, 'why-not-a-threshold.png'));
}
