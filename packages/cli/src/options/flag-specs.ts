import type { FlagSpec } from '@cede/server';
import { type Command, Option } from 'commander';
import { fraction, number, share, whole } from './numbers.js';

/** Options that another room tells as data. */
export function addFlags(command: Command, specs: readonly FlagSpec[]): Command {
  for (const { flag, help, takes } of specs) {
    const option = new Option(flag, help);
    const name = option.long ?? flag;
    if (takes === 'fraction') option.argParser(fraction(name));
    else if (takes === 'share') option.argParser(share(name));
    else if (takes === 'number') option.argParser(number(name, 0));
    else if (takes === 'whole') option.argParser(whole(name, 0));
    else if (takes) option.choices(takes);
    command.addOption(option);
  }
  return command;
}
