// The tables of docs/guarantees.md from what the long simulations found (docs/simulated/*.json).
// `node scripts/guarantees.js` writes them; a test compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const docs = new URL('../docs/', import.meta.url);
const page = new URL('guarantees.md', docs);

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

/** The page with its tables made anew, between their marks. */
export function withTables(text, rows = rowsFound()) {
  return Object.entries(TABLES).reduce((page, [name, { head, cells }]) => {
    const own = rows.filter(({ table }) => table === name);
    const lines = [head, head.map(() => '---'), ...own.map(cells)].map(
      (line) => `| ${line.join(' | ')} |`,
    );
    const [from, to] = [`<!-- simulated: ${name} -->`, `<!-- end: ${name} -->`];
    const [start, end] = [page.indexOf(from), page.indexOf(to)];
    if (start < 0 || end < start) throw new Error(`docs/guarantees.md has no place for ${name}.`);
    return `${page.slice(0, start + from.length)}\n${lines.join('\n')}\n${page.slice(end)}`;
  }, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(page, withTables(readFileSync(page, 'utf8')));
