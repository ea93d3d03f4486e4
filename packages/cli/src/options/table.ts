import {
  type ColumnRole,
  columnRoles,
  optionOfRole,
  parseCostMatrix,
  type RoleChoices,
  type TableOptions,
} from '@cede/data';
import type { Command } from 'commander';
import { readText } from '../files.js';
import { columns, columnsEach } from './columns.js';
import { COLUMNS } from './groups.js';
import { names } from './numbers.js';

/** The flags that say which column plays which role; every command that reads a table has them. */
export interface TableFlags extends RoleChoices {
  classes?: string[];
  costMatrix?: string;
}

/** How the value of an option is called; a switch has none. */
const VALUES: Readonly<Record<ColumnRole['kind'], string>> = {
  column: ' <column>',
  columns: ' <columns>',
  list: ' <columns>',
  switch: '',
};

/** Of the roles that only fitting and judging need, a command that decides shows none in its help. */
export const addDecidingFlags = (command: Command): Command => addTableFlags(command, 'scores');

export function addTableFlags(command: Command, only?: 'scores'): Command {
  command.optionsGroup(COLUMNS);
  for (const [name, { kind, meaning, usual, neededFor }] of columnRoles()) {
    // One column for each expert, not several for one.
    const value = kind === 'list' && usual ? VALUES.column : VALUES[kind];
    const option = `--${optionOfRole(name)}`;
    if (kind === 'list') command.option(option + value, meaning, columnsEach(option));
    else if (kind === 'columns') command.option(option + value, meaning, columns(option));
    else command.option(option + value, meaning);
    if (only && neededFor !== only) command.options.at(-1)!.hideHelp();
  }
  command
    .option('--no-logits', 'they are not, though the policy was fitted on logits')
    .option('--classes <names>', 'class names in the order of the probabilities', names)
    .option('--cost-matrix <file>', 'what errors cost: CSV or JSON, a row per true class, by name');
  if (only) command.options.at(-1)!.hideHelp();
  return command;
}

export function tableOptions(flags: TableFlags, seed: number): TableOptions {
  const { costMatrix: path } = flags;
  const costMatrix =
    path === undefined ? path : parseCostMatrix(readText(path, 'cost matrix'), path);
  return { ...flags, seed, costMatrix };
}
