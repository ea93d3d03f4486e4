// The docs site, built and checked.
//   npm run docs:site                        site/, to be served by any web server at /
//   npm run docs:site -- --base /cede/       … below that path
// Every link must lead to a page and a heading that are there, and no page may ask anything of
// another server. Reports of the gallery count as there: `npm run gallery` makes them.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GALLERY } from './gallery.js';
import { brokenLinks, outsideRequests } from './site-links.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = process.argv.indexOf('--base');
const base = at < 0 ? '/' : process.argv[at + 1];
if (!/^\/(.*\/)?$/.test(base ?? '')) {
  console.error('docs:site: --base begins and ends with a slash, such as /cede/.');
  process.exit(2);
}
process.env.CEDE_SITE_BASE = base;

const site = join(root, 'site');
rmSync(site, { recursive: true, force: true });
const { build } = await import('vitepress');
await build(join(root, 'docs'), { logLevel: 'warn' });

const files = readdirSync(site, { recursive: true, encoding: 'utf8' });
const pages = new Map(
  files
    .filter((name) => name.endsWith('.html') && !name.startsWith('gallery'))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(site, name), 'utf8')]),
);
const known = new Set([
  ...files.map((name) => name.replaceAll('\\', '/')),
  ...GALLERY.map(({ name }) => `gallery/${name}.html`),
]);
const styles = files
  .filter((name) => /\.css$/.test(name))
  .map((name) => [name, readFileSync(join(site, name), 'utf8')]);
const wrong = [...brokenLinks(pages, known, base), ...outsideRequests([...pages, ...styles])];
const made = existsSync(join(site, 'gallery')) ? '' : ' The gallery is not made: npm run gallery.';
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exitCode = 1;
} else console.log(`site/: ${pages.size} pages, every link leads somewhere.${made}`);
