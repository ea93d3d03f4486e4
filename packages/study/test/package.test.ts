import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true })
  .map(String)
  .filter((name) => /\.ts$/.test(name) && !/\.(test|long)\.ts$/.test(name));

/** Code without its comments: what is said there is for people. */
const code = (name: string) =>
  readFileSync(join(source, name), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');

it('has a browser door that knows no Node, no terminal and no command line', () => {
  const open = files.filter((name) => !name.startsWith('node'));
  expect(open.length).toBeGreaterThan(30);
  const found = open.filter((name) =>
    /from 'node:|from 'commander'|\bprocess\b|\bBuffer\b|\bconsole\b|@cede\/\w+\/node|setImmediate/.test(
      code(name),
    ),
  );
  expect(found).toEqual([]);
});

it('names no option of the command line', () => {
  for (const name of files)
    expect(readFileSync(join(source, name), 'utf8').match(/(?<![\w-])--[a-z][a-z-]*/g), name).toBe(
      null,
    );
});

it('depends on nothing but the rooms before it', () => {
  const { dependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
  );
  expect(Object.keys(dependencies).sort()).toEqual(['@cede/core', '@cede/data', '@cede/run']);
});
