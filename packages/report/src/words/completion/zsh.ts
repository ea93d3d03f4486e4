import { type CompletedCommand, type CompletedOption, withPaths } from './commands.js';

/**
 * A function for each command. Works when sourced (from ~/.zshrc, even before \`compinit\`) and as a
 * file \`_cede\` where zsh looks for functions, which runs it for the first completion.
 */
export const zsh = (commands: readonly CompletedCommand[]): string => `#compdef cede
${withPaths(commands)
  .map(({ path, command }) => functionOf(path, command))
  .join('\n')}
_cede() {
${choosing(
  ['_cede'],
  [...commands, { name: 'help', description: 'The same as cede COMMAND --help.' }],
  ["'(- *)--version[the version]'", "'(- *)--help[display help]'"],
  commands.map(({ name }) => name),
)}
}
if [ "$funcstack[1]" = _cede ]; then
  _cede "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _cede cede
fi
`;

function functionOf(path: readonly string[], command: CompletedCommand): string {
  const name = ['_cede', ...path].join('_');
  if (command.commands.length > 0) {
    const inner = command.commands.map((each) => each.name);
    return `${name}() {\n${choosing(['_cede', ...path], command.commands, [], inner)}\n}`;
  }
  const lines = [...command.options.map(optionSpec), ...argumentSpec(command)];
  return `${name}() {\n  _arguments -S \\\n${lines.map((line) => `    ${line}`).join(' \\\n')}\n}`;
}

/** The name of a command below, and then what that one completes. */
const choosing = (
  path: readonly string[],
  listed: readonly Pick<CompletedCommand, 'name' | 'description'>[],
  options: readonly string[],
  inner: readonly string[],
) => `  local state line curcontext="$curcontext"
  local -a commands=(
${listed.map(({ name, description }) => `    '${name}:${inQuotes(description)}'`).join('\n')}
  )
  _arguments -C ${[...options, "'1: :->command'", "'*:: :->rest'"].join(' ')}
  case $state in
    command) _describe command commands ;;
    rest)
      case $line[1] in
        ${inner.join('|')}) curcontext="\${curcontext%:*}-$line[1]:" ${path.join('_')}_$line[1] ;;
      esac ;;
  esac`;

/** \`'(-o --output)'{-o,--output=}'[where the policy goes]:file:_files'\`; repeatable, as some are. */
function optionSpec({ long, short, description, takes, values }: CompletedOption): string {
  const text = `[${inQuotes(description).replace(/[[\]]/g, '\\$&')}]`;
  const after = takes === 'nothing' ? '' : `:${long.slice(2)}:${actionOf(takes, values)}`;
  const names = takes === 'nothing' ? [long] : [`${long}=`];
  if (short) names.unshift(short);
  return names.length === 1 ? `'*${names[0]}${text}${after}'` : `'*'{${names}}'${text}${after}'`;
}

function actionOf(takes: CompletedOption['takes'], values: readonly string[]): string {
  if (values.length > 0) return `(${values.join(' ')})`;
  return { file: '_files', folder: '_files -/', value: ' ', nothing: '' }[takes];
}

function argumentSpec({ values, takesFiles }: CompletedCommand): string[] {
  if (values.length > 0 && takesFiles) return [`'*: :{ compadd -- ${values.join(' ')}; _files }'`];
  if (values.length > 0) return [`'1: :(${values.join(' ')})'`];
  return takesFiles ? ["'*:file:_files'"] : [];
}

/** Inside single quotes, where a colon ends a part. */
const inQuotes = (text: string) => text.replaceAll("'", '’').replaceAll(':', '\\:');
