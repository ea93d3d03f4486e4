import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { COMMANDS } from '../src/commands/list.js';
import './cede.js'; // for its patience: every command is loaded, with all its rooms
import { ROOT } from './docs/blocks.js';

/** Every option of a command and of the commands below it. */
const optionsOf = (command: Command): string[] => [
  ...command.options.map(({ long }) => long!),
  ...command.commands.flatMap(optionsOf),
];

it('docs/options.md names every option of every command, and none that is not there', async () => {
  const cede = new Command('cede');
  for (const { load } of COMMANDS) (await load())(cede);
  const known = new Set(optionsOf(cede));
  expect(known.size).toBeGreaterThan(60);
  const page = readFileSync(join(ROOT, 'docs', 'options.md'), 'utf8');
  const named = new Set([...page.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag));
  expect([...known].filter((flag) => !named.has(flag))).toEqual([]);
  expect([...named].filter((flag) => !known.has(flag))).toEqual([]);
});
