// The command reference: docs/cli.md, from the commands themselves. A test compares what is there
// with what this writes.
//   npm run docs:api
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { groupItems } from '../packages/cli/dist/options/groups.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const OPENING = `# Commands

Every command with its options, as \`cede help COMMAND\` prints them. This page is made from the commands themselves.

\`\`\`sh
cede --help
\`\`\`

Which option to change when is in [Options](options.md). Exit codes: 0 done, 1 the work failed (a bad table) or no threshold qualifies, 2 the command line is wrong, 130 stopped by Ctrl-C.
`;

/** In a table cell, where a bar parts columns and angle brackets would be taken for HTML. */
const cell = (text) =>
  text.replaceAll('|', '\\|').replace(/\s+/g, ' ').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function rowsOf(help, options) {
  return options.map(
    (option) =>
      `| \`${help.optionTerm(option).replaceAll('|', '\\|')}\` | ${cell(help.optionDescription(option))} |`,
  );
}

/** What follows "Examples:" in the help. */
function examplesOf(command) {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  const lines = /\nExamples?:\n([\s\S]*)$/.exec(text)?.[1].trimEnd();
  return lines ? ['', '```', lines.replace(/^ {2}/gm, ''), '```'] : [];
}

function section(command, name, level) {
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  const groups = groupItems(
    command.options,
    options,
    ({ helpGroupHeading }) => helpGroupHeading ?? 'Options:',
  );
  const words = help.visibleArguments(command);
  const inner = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  return [
    '',
    `${'#'.repeat(level)} cede ${name}`,
    '',
    command.description(),
    '',
    '```',
    `cede ${name}${groups.size ? ' [options]' : ''} ${command.registeredArguments.map((word) => (word.required ? `<${word.name()}${word.variadic ? '...' : ''}>` : `[${word.name()}${word.variadic ? '...' : ''}]`)).join(' ')}`.trimEnd(),
    '```',
    ...(words.some(({ description }) => description)
      ? [
          '',
          '| argument | what it is |',
          '|---|---|',
          ...words.map(
            (word) => `| \`${word.name()}\` | ${cell(help.argumentDescription(word))} |`,
          ),
        ]
      : []),
    ...[...groups].flatMap(([head, options]) => [
      '',
      `**${head.replace(/:$/, '')}**`,
      '',
      '| option | what it does |',
      '|---|---|',
      ...rowsOf(help, options),
    ]),
    ...examplesOf(command),
    ...inner.flatMap((each) => section(each, `${name} ${each.name()}`, level + 1)),
  ];
}

/** The page, from the list of commands. */
export async function cliReference(commands) {
  const cede = new Command('cede');
  for (const { load } of commands) (await load())(cede);
  cede.commands.forEach((command, k) => {
    command.description(commands[k].description);
  });
  return `${[OPENING.trimEnd(), ...cede.commands.flatMap((command) => section(command, command.name(), 2))].join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { COMMANDS } = await import('../packages/cli/dist/commands/list.js');
  writeFileSync(join(ROOT, 'docs', 'cli.md'), await cliReference(COMMANDS));
  console.log('docs/cli.md: from the commands');
}
