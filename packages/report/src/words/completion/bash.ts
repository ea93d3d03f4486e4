import { type CompletedCommand, withPaths } from './commands.js';

/**
 * bash knows no descriptions. Options are offered once a dash is typed, so that files come first;
 * files complete wherever no word fits.
 */
export const bash = (commands: readonly CompletedCommand[]): string => `# bash completion of cede
_cede() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]} at=2 options= words=
  # bash takes --method=auto for three words.
  if [ "$current" = = ]; then current=
  elif [ "$previous" = = ]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  case $command in
    ${parents(commands)}) command="$command \${COMP_WORDS[2]}" at=3 ;;
  esac
  if [ "$COMP_CWORD" -lt "$at" ]; then command=\${command%% *}; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names(commands)} help --help --version' -- "$current"))
    return
  fi
  case "$command $previous" in
${valueCases(commands).join('\n')}
  esac
  if [ -z "$words" ]; then
    case $command in
${commandCases(commands).join('\n')}
    esac
    case $current in -*) words=$options ;; esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _cede cede
`;

const names = (commands: readonly CompletedCommand[]) => commands.map(({ name }) => name).join(' ');

const parents = (commands: readonly CompletedCommand[]) =>
  commands
    .filter((command) => command.commands.length > 0)
    .map(({ name }) => name)
    .join('|') || "''";

/** Options whose values are known; those that share them share a line. */
function valueCases(commands: readonly CompletedCommand[]): string[] {
  const patterns = new Map<string, string[]>();
  for (const { path, command } of withPaths(commands))
    for (const { long, values } of command.options)
      if (values.length > 0) {
        const key = values.join(' ');
        patterns.set(key, [...(patterns.get(key) ?? []), `'${path.join(' ')} ${long}'`]);
      }
  return [...patterns].map(([words, those]) => `    ${those.join('|')}) words='${words}' ;;`);
}

const commandCases = (commands: readonly CompletedCommand[]): string[] =>
  withPaths(commands).map(({ path, command }) => {
    const words = [...command.commands.map(({ name }) => name), ...command.values].join(' ');
    const options = command.options.map(({ long }) => long).join(' ');
    return `      '${path.join(' ')}') words='${words}' options='${options}' ;;`;
  });
