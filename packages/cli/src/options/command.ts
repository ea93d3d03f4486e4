import { type Command, Option } from 'commander';
import { standsFor } from './given-twice.js';
import { groupOfOption } from './groups.js';
import { type Takes, VALUES } from './values.js';

/** What is typed, and what it means. */
type Texts = Readonly<Record<string, string>>;

/** What there is to know of options beside their words; each by the option's name, without dashes. */
export interface OptionRules {
  readonly required?: readonly string[];
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Where an option takes something else than elsewhere. */
  readonly takes?: Readonly<Record<string, Takes>>;
  /** Former names, as they were typed, and what they are called now: they work, unseen by help. */
  readonly formerly?: Texts;
}

/** A command as data. */
export interface CommandSpec extends OptionRules {
  /** With its arguments, or see `arguments` where they need words. */
  readonly name: string;
  readonly description?: string;
  readonly arguments?: Texts;
  readonly options?: Texts;
  /** Options that several commands have, in the order of the help. */
  readonly shared?: readonly ((command: Command) => Command)[];
  readonly examples?: readonly string[];
  readonly action: (...given: never[]) => unknown;
}

/** Adds a command to a program, or to a command that has others below it. */
export function addCommand(program: Command, spec: CommandSpec): Command {
  const { name, description, shared = [], examples = [] } = spec;
  const command = program.command(name);
  if (description) command.description(description);
  for (const [argument, text] of Object.entries(spec.arguments ?? {}))
    command.argument(argument, text || (argument === '<policy>' ? 'from fit or compare' : ''));
  addOptions(command, spec.options ?? {}, spec);
  for (const add of shared) add(command);
  if (examples.length > 0)
    command.addHelpText(
      'after',
      `\nExample${examples.length > 1 ? 's' : ''}:\n${examples.map((line) => `  ${line}\n`).join('')}`,
    );
  return command.action(spec.action as (...given: unknown[]) => Promise<void>);
}

/** Adds options to a command: what each takes is told by its name. */
export function addOptions(command: Command, texts: Texts, rules: OptionRules = {}): Command {
  const { required = [], defaults = {}, takes = {}, formerly = {} } = rules;
  for (const [flags, help] of Object.entries(texts)) {
    const option = new Option(flags, help);
    const name = option.name();
    read(option, takes[name] ?? VALUES[name]);
    if (Object.hasOwn(defaults, name)) option.default(defaults[name], String(defaults[name]));
    const group = groupOfOption(name);
    if (group) option.helpGroup(group);
    command.addOption(option.makeOptionMandatory(required.includes(name)));
  }
  for (const [flags, now] of Object.entries(formerly)) addFormerName(command, flags, now);
  return command;
}

function read(option: Option, takes: Takes | undefined): void {
  if (!option.required || !takes) return;
  if (typeof takes !== 'function') option.choices(takes);
  else option.argParser(takes(option.long!) as (text: string) => unknown);
}

/** The value goes where the present name keeps it. */
function addFormerName(command: Command, flags: string, now: string): void {
  const option = new Option(flags).hideHelp();
  const key = new Option(`--${now}`).attributeName();
  read(option, VALUES[now]);
  standsFor(option, key);
  command.addOption(option);
  command.on(`option:${option.name()}`, () =>
    command.setOptionValueWithSource(key, command.getOptionValue(option.attributeName()), 'cli'),
  );
}
