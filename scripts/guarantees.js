// The tables of docs/simulations.md, and their summary in docs/guarantees.md, from what the long
// simulations found (docs/simulated/*.json). `node scripts/guarantees.js` writes them; a test compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const docs = new URL('../docs/', import.meta.url);

const percent = (share) => `${(100 * share).toFixed(1)}`;
const withError = (count, worlds) => {
  const share = count / worlds;
  return `${percent(share)} ± ${percent(Math.sqrt((share * (1 - share)) / worlds))} %`;
};
const number = (value) => value.toLocaleString('en-US');

const TABLES = {
  promises: {
    head: ['world', 'broken', 'promised', 'worlds'],
    cells: ({ world, count, worlds, promised }) => [
      world,
      withError(count, worlds),
      `at most ${100 * promised} %`,
      number(worlds),
    ],
  },
  intervals: {
    head: ['world', 'truth inside', 'promised', 'worlds'],
    cells: ({ world, count, worlds, promised, note }) => [
      note ? `${world} (${note})` : world,
      withError(count, worlds),
      `${100 * promised} %`,
      number(worlds),
    ],
  },
  marks: {
    head: ['table', 'some method marked', 'promised', 'worlds'],
    cells: ({ world, count, worlds, promised, note }) => [
      `${world} (${note})`,
      withError(count, worlds),
      `at most ${100 * promised} %`,
      number(worlds),
    ],
  },
  verdict: {
    head: ['world', 'share', 'promised', 'worlds'],
    cells: ({ world, count, worlds, promised, note }) => [
      note ? `${world} (${note})` : world,
      withError(count, worlds),
      promised === undefined
        ? ''
        : promised > 0.5
          ? `${100 * promised} %`
          : `at most ${100 * promised} %`,
      number(worlds),
    ],
  },
  power: {
    head: ['promise and world', 'cede', 'best possible test', 'share of the best', 'worlds'],
    cells: ({ world, count, worlds, best, note }) => [
      note ? `${world} (${note})` : world,
      withError(count, worlds),
      best === undefined ? '' : withError(best, worlds),
      best === undefined ? '' : `${Math.round((100 * count) / best)} %`,
      number(worlds),
    ],
  },
};

/** Every row that was found, in the order of files and rows. */
export function rowsFound() {
  const folder = new URL('simulated/', docs);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}

/** The worst world of each kind: what a reader needs to know before the details. */
const KINDS = [
  {
    name: 'a certificate was broken',
    promised: 'at most 10 %',
    of: ({ table, world }) => table === 'promises' && !world.includes('**not**'),
    worst: most,
  },
  {
    name: 'an interval or band held the truth',
    promised: '95 %',
    of: ({ table }) => table === 'intervals',
    worst: least,
  },
  {
    name: '"defer" was said where nothing can be gained',
    promised: 'at most 5 %',
    of: ({ table, world }) => table === 'verdict' && world.startsWith('false'),
    worst: most,
  },
  {
    name: 'a method was marked where all are alike',
    promised: 'at most 5 %',
    of: ({ table }) => table === 'marks',
    worst: most,
  },
];

const share = ({ count, worlds }) => count / worlds;

function most(a, b) {
  return share(b) > share(a) ? b : a;
}

function least(a, b) {
  return share(b) < share(a) ? b : a;
}

function summaryLines(rows) {
  const head = ['how often', 'promised', 'worst world', 'which one', 'kinds of worlds'];
  const lines = KINDS.map(({ name, promised, of, worst }) => {
    const own = rows.filter(of);
    const found = own.reduce(worst);
    return [name, promised, withError(found.count, found.worlds), found.world, number(own.length)];
  });
  return [head, head.map(() => '---'), ...lines];
}

function tableLines(name, rows) {
  const { head, cells } = TABLES[name];
  const own = rows.filter(({ table }) => table === name);
  return [head, head.map(() => '---'), ...own.map(cells)];
}

/** The pages that are made from what was found, each with the tables that it has a place for. */
export const PAGES = {
  'guarantees.md': ['summary'],
  'simulations.md': Object.keys(TABLES),
};

/** A page with its tables made anew, between their marks. */
export function withTables(text, names, rows = rowsFound()) {
  return names.reduce((page, name) => {
    const cells = name === 'summary' ? summaryLines(rows) : tableLines(name, rows);
    const lines = cells.map((line) => `| ${line.join(' | ')} |`);
    const [from, to] = [`<!-- simulated: ${name} -->`, `<!-- end: ${name} -->`];
    const [start, end] = [page.indexOf(from), page.indexOf(to)];
    if (start < 0 || end < start) throw new Error(`The page has no place for ${name}.`);
    return `${page.slice(0, start + from.length)}\n${lines.join('\n')}\n${page.slice(end)}`;
  }, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, tables] of Object.entries(PAGES)) {
    const page = new URL(name, docs);
    writeFileSync(page, withTables(readFileSync(page, 'utf8'), tables));
  }
