import { METHOD_NAMES } from '@cede/core';
import { listing } from '@cede/lab';
import { completedCommand, completionScript, SHELLS, type Shell } from '@cede/report/words';
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
    .addHelpText(
      'after',
      '\nExamples:\n  cede completion bash >> ~/.bashrc\n  cede completion zsh >> ~/.zshrc\n  cede completion fish > ~/.config/fish/completions/cede.fish\n',
    )
    .action(async (shell: Shell) => {
      const cede = new Command();
      for (const { load } of listed) (await load())(cede);
      const { presets, datasets } = listing();
      const [preset, dataset] = [presets, datasets].map((some) => some.map(({ name }) => name));
      const methods = ['auto', ...METHOD_NAMES];
      const known = { '--method': methods, '--methods': methods, preset, dataset };
      const completed = cede.commands.map((command, k) =>
        completedCommand(command, known, listed[k].description),
      );
      print(completionScript(shell, completed));
    });
