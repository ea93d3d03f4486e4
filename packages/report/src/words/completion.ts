/** What a shell can complete: the words of a command. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  /** Long options, subcommands and fixed arguments. */
  readonly words: readonly string[];
}

/** The shells that can complete the command. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
/** One of them. */
export type Shell = (typeof SHELLS)[number];

/** A script for the shell, to be sourced or put where it looks. Files complete wherever no word fits. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

const cases = (commands: readonly CompletedCommand[], line: (words: string) => string) =>
  commands.map(({ name, words }) => `    ${name}) ${line(words.join(' '))} ;;`).join('\n');

const bash = (commands: readonly CompletedCommand[]): string => `# bash completion of cede
_cede() {
  local current=\${COMP_WORDS[COMP_CWORD]} words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases(commands, (words) => `words='${words}'`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _cede cede
`;

const zsh = (commands: readonly CompletedCommand[]): string => `#compdef cede
_cede() {
  local -a commands=(${commands.map(({ name, description }) => `'${name}:${quoted(description)}'`).join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local -a options
  case $words[2] in
${cases(commands, (words) => `options=(${words})`)}
  esac
  compadd -- $options
  _files
}
compdef _cede cede
`;

const fish = (commands: readonly CompletedCommand[]): string =>
  [
    '# fish completion of cede',
    ...commands.map(
      ({ name, description }) =>
        `complete -c cede -n __fish_use_subcommand -a ${name} -d '${quoted(description)}'`,
    ),
    ...commands.flatMap(({ name, words }) =>
      words.map((word) => {
        const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
        return `complete -c cede -n '__fish_seen_subcommand_from ${name}' ${what}`;
      }),
    ),
    '',
  ].join('\n');

/** Inside single quotes; a colon parts name and description in zsh. */
const quoted = (text: string) => text.replaceAll("'", '’').replaceAll(':', ' –');
