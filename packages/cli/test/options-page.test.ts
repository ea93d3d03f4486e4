import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import './cede.js'; // for its patience
import { ROOT } from './docs/blocks.js';

const list = pathToFileURL(join(import.meta.dirname, '..', 'dist', 'commands', 'list.js'));

/** Every option of every command, from the build: one process that loads all of them. */
const SCRIPT = `
import { Command } from 'commander';
import { COMMANDS } from '${list}';
const cede = new Command('cede');
for (const { load } of COMMANDS) (await load())(cede);
const optionsOf = (command) => [
  ...command.options.filter(({ hidden }) => !hidden).map(({ long }) => long),
  ...command.commands.flatMap(optionsOf),
];
console.log(optionsOf(cede).join(' '));
`;

it('docs/options.md names every option of every command, and none that is not there', () => {
  const node = ['--input-type=module', '-e', SCRIPT];
  const printed = execFileSync(process.execPath, node, { cwd: join(import.meta.dirname, '..') });
  const known = new Set(printed.toString().trim().split(' '));
  expect(known.size).toBeGreaterThan(60);
  const page = readFileSync(join(ROOT, 'docs', 'options.md'), 'utf8');
  const named = new Set([...page.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag));
  expect([...known].filter((flag) => !named.has(flag))).toEqual([]);
  expect([...named].filter((flag) => !known.has(flag))).toEqual([]);
});
