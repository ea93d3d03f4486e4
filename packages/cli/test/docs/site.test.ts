import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wholeUnits } from '../../../../docs/.vitepress/repository-links.js';
import { SECTIONS } from '../../../../docs/.vitepress/sections.js';
import { GALLERY } from '../../../../scripts/gallery.js';
import { brokenLinks, outsideRequests } from '../../../../scripts/site-links.js';
import { cellsOf, walkthroughPage } from '../../../../scripts/walkthrough.js';
import { pages, ROOT } from './blocks.js';

const docs = pages().filter((page) => page.startsWith('docs/'));
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8');

describe('the docs site', () => {
  it('has every page in its sidebar, once', () => {
    const listed = SECTIONS.flatMap(({ items }) => items.map(({ link }) => link));
    expect(new Set(listed).size).toBe(listed.length);
    const here = docs.map((page) => page.replace(/^docs(.*)\.md$/, '$1'));
    expect(here.filter((link) => link !== '/index' && !listed.includes(link))).toEqual([]);
    expect(listed.filter((link) => !existsSync(join(ROOT, `docs${link}.md`)))).toEqual([]);
  });

  it('keeps a number and its unit on one line', () => {
    const shown = (content: string) => {
      const token = { type: 'text', content };
      const push = (_: string, rule: (state: object) => void) =>
        rule({ tokens: [{ children: [token] }] });
      wholeUnits({ core: { ruler: { push } } });
      return token.content;
    };
    expect(shown('9.5 ± 0.9 % of 20 s')).toBe('9.5\u202f±\u202f0.9\u00a0% of 20\u00a0s');
    expect(shown('5 seeds, 3 sums')).toBe('5 seeds, 3 sums');
  });

  it('shows every report of the gallery', () => {
    const page = textOf('docs/gallery.md');
    for (const { name } of GALLERY) expect(page).toContain(`./gallery/${name}.html`);
    expect(GALLERY).toHaveLength(6);
  });

  it('has the walkthrough as the program is, with what the program prints', () => {
    const printed = readFileSync(join(ROOT, 'packages/cli/test/examples/walkthrough.txt'), 'utf8');
    const page = textOf('docs/walkthrough.md');
    const said = [...page.matchAll(/```text\n([\s\S]*?\n)```/g)].map(([, text]) => text);
    expect(said.join('')).toBe(printed);
    const cells = cellsOf(textOf('examples/walkthrough.js'));
    const outputs = cells.flatMap(({ kind, text }) =>
      kind === 'code' ? [text.includes('console.log') ? said.shift()! : ''] : [],
    );
    expect(walkthroughPage(cells, outputs)).toBe(page);
  });
});

describe('the check of a built site', () => {
  const site = (body: string) =>
    new Map([
      ['a.html', body],
      ['b/c.html', '<h2 id="here">x</h2>'],
    ]);
  const files = new Set(['a.html', 'b/c.html', 'assets/x.css']);
  const found = (body: string, base?: string) => brokenLinks(site(body), files, base);

  it('finds links to pages and headings that are not there', () => {
    expect(found('<a href="/b/c.html#here">x</a><link href="/assets/x.css">')).toEqual([]);
    expect(found('<a href="b/c.html">x</a><a href="https://elsewhere.org/">y</a>')).toEqual([]);
    expect(found('<a href="/gone.html">x</a>')).toEqual(['a.html: /gone.html leads nowhere']);
    expect(found('<a href="/b/c.html#there">x</a>')).toEqual([
      'a.html: /b/c.html#there has no such heading',
    ]);
    expect(found('<img src="assets/y.png">')).toEqual(['a.html: assets/y.png leads nowhere']);
  });

  it('holds links to the base', () => {
    expect(found('<a href="/cede/b/c.html#here">x</a>', '/cede/')).toEqual([]);
    expect(found('<a href="/b/c.html">x</a>', '/cede/')[0]).toContain('leaves the base');
  });

  it('finds what would be asked of other servers, and lets links be', () => {
    expect(outsideRequests([['a.html', '<a href="https://elsewhere.org/">x</a>']])).toEqual([]);
    for (const asked of [
      '<img src="https://elsewhere.org/x.png">',
      '<script src="//elsewhere.org/x.js"></script>',
      '<link rel="preconnect" href="https://elsewhere.org">',
      '@font-face{src:url(https://elsewhere.org/x.woff2)}',
    ])
      expect(outsideRequests([['a', asked]]), asked).toHaveLength(1);
  });
});

describe.each(docs)('%s reads easily', (page) => {
  const prose = textOf(page)
    .replace(/^---[\s\S]*?\n---\n/, '')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/<!--[\s\S]*?-->/g, '');
  const blocks = prose.split(/\n\s*\n/).filter((block) => !/^\s*(?:\||#|!\[|<)/.test(block));
  const wordsIn = (text: string) => text.trim().split(/\s+/).filter(Boolean).length;

  it('has no bullet beyond three lines and no paragraph beyond six', () => {
    for (const block of blocks)
      for (const item of block.split(/\n(?=\s*(?:[-*]|\d+\.) )/)) {
        const most = /^\s*(?:[-*]|\d+\.) /.test(item) ? 70 : 120;
        expect(wordsIn(item), item.slice(0, 80)).toBeLessThanOrEqual(most);
      }
  });

  it('says in its first lines what it is for', () => {
    if (page === 'docs/index.md') return;
    const first = blocks.find((block) => wordsIn(block) > 0)!;
    expect(wordsIn(first), first).toBeLessThanOrEqual(50);
  });
});
