import { type Command, Option } from 'commander';
import { standsFor } from './repeats.js';

/**
 * An option's former name: it still works, and help no longer shows it. `flags` is the former
 * option as it was ('--ratio <t>'), `now` the key that commander keeps the present one under.
 */
export function formerName<T = true>(
  command: Command,
  flags: string,
  now: string,
  parse?: (text: string) => T,
): Command {
  const option = new Option(flags).hideHelp();
  standsFor(option, now);
  command.addOption(option);
  command.on(`option:${option.name()}`, (text: string | null) => {
    command.setOptionValueWithSource(now, parse && text !== null ? parse(text) : true, 'cli');
  });
  return command;
}
