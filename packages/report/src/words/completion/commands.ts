/** What a shell can offer at a command, in the order of its help. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** Fixed words that may stand for an argument. */
  readonly values: readonly string[];
  /** Whether an argument may be a file. */
  readonly takesFiles: boolean;
  readonly commands: readonly CompletedCommand[];
}

/** An option, and what may follow it. */
export interface CompletedOption {
  readonly long: string;
  readonly short?: string;
  readonly description: string;
  readonly takes: 'nothing' | 'value' | 'file' | 'folder';
  /** Words that may follow; a shell offers these and no files. */
  readonly values: readonly string[];
}

/** As much of commander's `Command` as is read here. */
export interface DeclaredCommand {
  name(): string;
  description(): string;
  readonly commands: readonly DeclaredCommand[];
  readonly options: readonly {
    readonly long?: string | null;
    readonly short?: string | null;
    readonly flags: string;
    readonly description: string;
    readonly hidden: boolean;
    readonly argChoices?: readonly string[];
  }[];
  readonly registeredArguments: readonly {
    name(): string;
    readonly argChoices?: readonly string[];
  }[];
}

/** Words that the declaration doesn't hold, by the option (`--method`) or the argument (`preset`). */
export type KnownWords = Readonly<Record<string, readonly string[]>>;

/** A command and those below it, read from how they were declared. */
export function completedCommand(
  command: DeclaredCommand,
  known: KnownWords,
  description = command.description(),
): CompletedCommand {
  const { commands, options, registeredArguments } = command;
  const fixed = registeredArguments.map(
    (argument) => argument.argChoices ?? known[argument.name()] ?? [],
  );
  return {
    name: command.name(),
    description,
    options: [
      ...options.flatMap(({ hidden, long, short, flags, description, argChoices }) =>
        hidden || !long
          ? []
          : [
              {
                long,
                ...(short && { short }),
                description,
                takes: takenBy(flags),
                values: argChoices ?? known[long] ?? [],
              },
            ],
      ),
      HELP,
    ],
    values: fixed.flat(),
    // A preset is a name or a file of one's own; a demo or a dataset is only a name.
    takesFiles: registeredArguments.some(
      (argument, k) => fixed[k].length === 0 || argument.name() === 'preset',
    ),
    commands: commands.map((inner) => completedCommand(inner, known)),
  };
}

const HELP: CompletedOption = {
  long: '--help',
  short: '-h',
  description: 'display help for command',
  takes: 'nothing',
  values: [],
};

/** By the placeholder: `--out <folder>`, `--rate <share>`, `--json`. */
function takenBy(flags: string): CompletedOption['takes'] {
  const placeholder = /[<[](.+?)[>\]]/.exec(flags)?.[1];
  if (!placeholder) return 'nothing';
  if (/^(file|policy|table|path)/.test(placeholder)) return 'file';
  return /^folder/.test(placeholder) ? 'folder' : 'value';
}

/** Every command with its path (`lab run`), the outer ones first. */
export function withPaths(
  commands: readonly CompletedCommand[],
  before: readonly string[] = [],
): { readonly path: readonly string[]; readonly command: CompletedCommand }[] {
  return commands.flatMap((command) => {
    const path = [...before, command.name];
    return [{ path, command }, ...withPaths(command.commands, path)];
  });
}
