import type { InputError } from '@cede/core';
import { forScreen } from '@cede/report/screen';
import { Command, CommanderError } from 'commander';
import { advised } from './advice.js';
import { COMMANDS } from './commands/list.js';
import { stoppedText } from './interrupt.js';
import { refuseRepeats } from './options/given-twice.js';
import { groupItems, groupOfCommand } from './options/groups.js';
import { VERSION } from './version.js';

/**
 * The composition root: every command, and what becomes of an error. Only the command that was
 * asked for is loaded; the others are names, for help and for suggestions.
 */
async function program(words: readonly string[]): Promise<Command> {
  const asked = askedFor(words);
  const cede = new Command('cede')
    .description('Decide when a model should hand a case to an expert.')
    .version(VERSION)
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({ groupItems })
    .addHelpText('after', '\nBegin with: cede demo')
    .configureOutput({ outputError: (text) => complain(text.replace(/^error: /, 'cede: ')) });
  const only = COMMANDS.filter(({ name }) => name === words[0]); // help is about it alone, then
  for (const { name, description, load } of only.length > 0 ? only : COMMANDS) {
    if (name === asked) {
      (await import('./options/notation.js')).writeFlags();
      (await load())(cede);
    } else cede.command(name);
    const command = cede.commands.at(-1)!.helpGroup(groupOfCommand(name)!);
    command.description(description).exitOverride().showSuggestionAfterError();
  }
  cede.commandsGroup('More:').helpCommand('help [command]', 'the same as cede COMMAND --help');
  askLastForOptions(cede);
  refuseRepeats(cede);
  return cede;
}

/** A mistyped option is often the one that is missing, and says more: the required ones come last. */
function askLastForOptions(command: Command): void {
  for (const inner of command.commands) askLastForOptions(inner);
  const required = command.options.filter(({ mandatory }) => mandatory);
  for (const option of required) option.mandatory = false;
  command.hook('preAction', () => {
    const missing = required.find(
      (option) => command.getOptionValue(option.attributeName()) === undefined,
    );
    if (missing) command.error(`error: required option '${missing.flags}' not specified`);
  });
}

const complain = (text: string) => process.stderr.write(forScreen(text, process.stderr));

/** The command's name, as commander will find it: the first word, or what `help` is asked about. */
function askedFor(words: readonly string[]): string | undefined {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

/** 0 done, 1 the work failed (a bad table), 2 the command line is wrong, 130 stopped by Ctrl-C. */
function exitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { name, code } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE') return 0; // the reader of our output has seen enough
  if (name === 'AbortError') {
    complain(`cede: ${stoppedText()}\n`);
    return 130;
  }
  // By name: the classes live in rooms that `cede --help` has no need to load.
  const known = ['InputError', 'UsageError', 'TableError'].includes(name);
  complain(`cede: ${known ? advised(error as InputError) : ((error as Error).message ?? error)}\n`);
  if (!known && process.env.CEDE_DEBUG) process.stderr.write(`${(error as Error).stack}\n`);
  if (!known)
    process.stderr.write(
      'This is a bug in cede, not in your data. Set CEDE_DEBUG=1 to see where.\n',
    );
  return name === 'UsageError' ? 2 : 1;
}

/** One command, from its words to its exit code. Tests call it too: many commands, one process. */
export async function run(words: readonly string[]): Promise<number> {
  try {
    const cede = await program(words);
    await cede.parseAsync(words, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return exitCode(error);
  }
}

/** The process: its words, its exit code, and what happens when nobody reads its output. */
export async function main(): Promise<void> {
  process.stdout.on('error', async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    const { reason } = await import('@cede/run/reason');
    process.stderr.write(`cede: stdout can't be written (${reason(error)}).\n`);
    process.exit(1);
  });
  process.stderr.on('error', () => undefined); // nobody listens any more: nothing to tell them
  process.exitCode = await run(process.argv.slice(2));
}
