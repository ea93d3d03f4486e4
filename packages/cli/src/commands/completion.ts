import { completionScript, SHELLS, type Shell } from '@cede/report/words';
import { Argument, Command } from 'commander';
import { print } from '../terminal/print.js';

/** A command as the list has it. */
interface Listed {
  readonly description: string;
  readonly load: () => Promise<(program: Command) => unknown>;
}

/** Adds the command that knows all the others. */
export const completionOf = (listed: readonly Listed[]) => (program: Command) =>
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', '\nExample:\n  cede completion bash >> ~/.bashrc\n')
    .action(async (shell: Shell) => {
      const cede = new Command();
      for (const { load } of listed) (await load())(cede);
      const words = ({ options, commands, registeredArguments }: Command): string[] => [
        ...options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])),
        ...commands.map((inner) => inner.name()),
        ...registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
        ...commands.flatMap(words),
      ];
      const completed = cede.commands.map((command, k) => ({
        ...{ name: command.name(), description: listed[k].description },
        words: [...new Set(words(command))],
      }));
      print(completionScript(shell, completed));
    });
