import { type CompletedCommand, type CompletedOption, withPaths } from './commands.js';

/** fish asks a condition for each word it may offer: which command the line has reached. */
export const fish = (commands: readonly CompletedCommand[]): string =>
  [
    '# fish completion of cede',
    'function __cede_is --description "Whether the words so far are these and no more"',
    '  set -l words (commandline -opc)',
    '  test "$words[2..]" = "$argv"',
    'end',
    'function __cede_in --description "Whether the words so far begin with these"',
    '  set -l words (commandline -opc)',
    '  string match -q -- "$argv *" "$words[2..] "',
    'end',
    // Files are offered only where a command takes them.
    'complete -c cede -f',
    ...named([], [...commands, { name: 'help', description: 'The same as cede COMMAND --help.' }]),
    "complete -c cede -n '__cede_is' -l version -d 'the version'",
    "complete -c cede -n '__cede_is' -s h -l help -d 'display help'",
    ...withPaths(commands).flatMap(({ path, command }) => [
      ...named(path, command.commands),
      ...(command.commands.length > 0 ? [] : ofLeaf(path, command)),
    ]),
    '',
  ].join('\n');

const named = (
  path: readonly string[],
  commands: readonly Pick<CompletedCommand, 'name' | 'description'>[],
) =>
  commands.map(
    ({ name, description }) =>
      `complete -c cede -n '__cede_is ${path.join(' ')}' -a ${name} -d ${quoted(description)}`,
  );

function ofLeaf(path: readonly string[], { options, values, takesFiles }: CompletedCommand) {
  const start = `complete -c cede -n '__cede_in ${path.join(' ')}'`;
  return [
    ...options.map((option) => `${start} ${optionWords(option)} -d ${quoted(option.description)}`),
    ...(values.length > 0 ? [`${start} -a '${values.join(' ')}'`] : []),
    ...(takesFiles ? [`${start} -F`] : []),
  ];
}

function optionWords({ long, short, takes, values }: CompletedOption): string {
  const name = `${short ? `-s ${short.slice(1)} ` : ''}-l ${long.slice(2)}`;
  if (values.length > 0) return `${name} -x -a '${values.join(' ')}'`;
  return {
    nothing: name,
    value: `${name} -x`,
    file: `${name} -r -F`,
    folder: `${name} -x -a '(__fish_complete_directories)'`,
  }[takes];
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", '’')}'`;
