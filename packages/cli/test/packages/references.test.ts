import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

/** A part of docs/architecture.md, by its heading. */
const architecture = (heading: string) =>
  readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`))!;

describe('docs/architecture.md', () => {
  it.each([
    ['Inside the command line', 'cli', []],
    ['Inside study', 'study', ['node']], // a door: the table of rooms has it
    ['Inside core', 'core', []],
  ])('%s: has every folder, and none that is gone', (heading, room, known) => {
    const files = readdirSync(join(root, 'packages', room, 'src'), {
      recursive: true,
      encoding: 'utf8',
    });
    const folders = new Set(
      files.filter((path) => /[\\/].*\.ts$/.test(path)).map((path) => path.split(/[\\/]/)[0]),
    );
    const rows = architecture(heading).match(/^\| `.*?\|/gm)!;
    const named = rows.flatMap((row) => [...row.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name));
    const within = ['src']; // `kernel/` (in `src/`, and beside it)
    expect([...named, ...known].filter((name) => !within.includes(name)).sort()).toEqual(
      [...folders].sort(),
    );
  });

  it('says of each room what it may import', () => {
    const rooms: Record<string, string[]> = createRequire(import.meta.url)(
      join(root, '.dependency-cruiser.rooms.cjs'),
    );
    const rows = architecture('Rooms').matchAll(/^\| `(\w+)` .*\| (.*) \|$/gm);
    const said = [...rows].map(([, room, list]) => [room, list === '–' ? [] : list.split(', ')]);
    expect(Object.fromEntries(said)).toEqual({ ...rooms, cli: ['all'] });
  });

  it('names functions and files of the walk as they are called', () => {
    const walk = architecture('A walk through `cede compare`');
    const names = [...walk.matchAll(/`([a-z]+[A-Z]\w+)`/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(8);
    const code = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /^\w+[\\/]src[\\/].*(?<!test|long)\.ts$/.test(path))
      .map((path) => readFileSync(join(root, 'packages', path), 'utf8'))
      .join('\n');
    const declared = (name: string) =>
      new RegExp(`\\b(function|const|readonly) ${name}\\b`).test(code);
    expect(names.filter((name) => !declared(name))).toEqual([]);
    for (const [, file] of walk.matchAll(/`(commands\/\w+\.ts)`/g))
      expect(readdirSync(join(root, 'packages/cli/src/commands'))).toContain(file.split('/')[1]);
  });
});

it.each(['tsconfig.json', 'tsconfig.tests.json'])('%s knows every room', (name) => {
  const { references } = JSON.parse(readFileSync(join(root, name), 'utf8'));
  const rooms = readdirSync(join(root, 'packages')).map((room) => `packages/${room}`);
  expect(references.map(({ path }: { path: string }) => path).sort()).toEqual(rooms.sort());
});
