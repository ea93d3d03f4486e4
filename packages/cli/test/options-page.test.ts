import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ROOT } from './docs/blocks.js';

const list = pathToFileURL(join(import.meta.dirname, '..', 'dist', 'commands', 'list.js'));

const reference = pathToFileURL(join(ROOT, 'scripts', 'cli-reference.js'));

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
const { cliReference } = await import('${reference}');
console.log(JSON.stringify({ options: optionsOf(cede), page: await cliReference(COMMANDS) }));
`;

const printed = () =>
  execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: join(import.meta.dirname, '..'),
  });

it('docs/options.md and docs/cli.md have every option of every command, and none that is not there', () => {
  const { options, page: commands } = JSON.parse(printed().toString());
  const known = new Set<string>(options);
  expect(known.size).toBeGreaterThan(60);
  const page = readFileSync(join(ROOT, 'docs', 'options.md'), 'utf8');
  const named = new Set([...page.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag));
  expect([...known].filter((flag) => !named.has(flag))).toEqual([]);
  expect([...named].filter((flag) => !known.has(flag))).toEqual([]);
  // Where this fails after a change of an option: npm run docs:api
  expect(readFileSync(join(ROOT, 'docs', 'cli.md'), 'utf8')).toBe(commands);
});
