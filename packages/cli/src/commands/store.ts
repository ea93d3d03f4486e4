import { maintainStore } from '@cede/server';
import type { Command } from 'commander';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';

export function addStore(program: Command): void {
  const store = program.command('store');
  for (const action of ['backup', 'restore', 'check'] as const) {
    const words = action === 'check' ? '<store>' : '<from> <to>';
    addOutputFlags(store.command(`${action} ${words}`)).action(async (...given) => {
      const [from, to] = given.slice(0, -2) as string[];
      const { document, text } = await maintainStore(action, from, to);
      printResult(given.at(-2) as OutputFlags, document, () => text);
    });
  }
}
