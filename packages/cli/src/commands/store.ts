import { maintainStore } from '@cede/server';
import type { Command } from 'commander';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';

const WHAT = {
  backup: 'Copy a SQLite store to a new file, also while a service uses it.',
  restore: 'Put a copy in the place of a store that no service uses; what was there goes.',
  check: 'Whether a store is sound, and how much it holds.',
};

export function addStore(program: Command): void {
  const store = program.command('store');
  for (const action of ['backup', 'restore', 'check'] as const) {
    const words = action === 'check' ? '<store>' : '<from> <to>';
    const command = store.command(`${action} ${words}`).description(WHAT[action]);
    addOutputFlags(command).action(async (...given) => {
      const [from, to] = given.slice(0, -2) as string[];
      const { document, text } = await maintainStore(action, from, to);
      printResult(given.at(-2) as OutputFlags, document, () => text);
    });
  }
}
