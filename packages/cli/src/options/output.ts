import type { Command } from 'commander';
import { print, say } from '../terminal/print.js';

export interface OutputFlags {
  json?: boolean;
  quiet?: boolean;
}

export function addOutputFlags(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .option('--json', 'print one JSON document and nothing else')
    .option('--quiet', 'print nothing but errors');
}

/** `--json` prints one document, `--quiet` nothing; a person gets the text. */
export function printResult(flags: OutputFlags, document: unknown, text: () => string): void {
  if (flags.json) print(`${JSON.stringify(document, null, 2)}\n`);
  else if (!flags.quiet) say(text());
}
