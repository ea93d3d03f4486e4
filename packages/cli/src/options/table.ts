import { readFileSync } from 'node:fs';
import { InputError } from '@cede/core';
import {
  type ColumnPatterns,
  type CostMatrix,
  parseCostMatrix,
  type TableOptions,
} from '@cede/data';
import { reason } from '@cede/run/node';
import type { Command } from 'commander';
import { columns, columnsEach } from './columns.js';
import { names } from './numbers.js';

/** The flags that say which column plays which role; every command that reads a table has them. */
export interface TableFlags {
  label?: string;
  labelVotes?: ColumnPatterns;
  leaveExpertOut?: boolean;
  model?: ColumnPatterns;
  expert?: string[];
  expertPanel?: boolean;
  features?: ColumnPatterns;
  group?: string;
  cluster?: string;
  time?: string;
  id?: string;
  weight?: string;
  modelCost?: string;
  expertCost?: string[];
  propensity?: string[];
  logits?: boolean;
  classes?: string[];
  costMatrix?: string;
}

export function addTableFlags(command: Command): Command {
  return command
    .optionsGroup('Columns (names or globs, several by commas; found by name where left out):')
    .option('--label <column>', 'the true class')
    .option(
      '--model <columns>',
      "the model's probabilities, such as 'resnet_p*'",
      columns('--model'),
    )
    .option(
      '--expert <columns>',
      "the expert's probabilities, label or votes; several experts by commas or repeated",
      columnsEach('--expert'),
    )
    .option(
      '--features <columns>',
      "numeric columns the scorer may use, such as 'f_*' or age,crp",
      columns('--features'),
    )
    .option('--id <column>', "the case's id")
    .option('--group <column>', 'a group to report on')
    .option(
      '--cluster <column>',
      'rows that belong together (a patient, a thread) and stay on one side of a split',
    )
    .option('--time <column>', 'when: splits go forward in time')
    .option('--weight <column>', 'how much a row counts')
    .option('--model-cost <column>', "what the model's answer costs")
    .option(
      '--expert-cost <column>',
      "what the expert's answer costs; one for each expert",
      columnsEach('--expert-cost'),
    )
    .option(
      '--propensity <column>',
      "the probability that the expert's answer was recorded; one for each expert",
      columnsEach('--propensity'),
    )
    .option(
      '--label-votes <columns>',
      'several annotators as the truth: vote counts, one column a class',
      columns('--label-votes'),
    )
    .option('--leave-expert-out', "with --label-votes: take the expert's own vote out of the truth")
    .option(
      '--expert-panel',
      'votes of the expert count as a panel, not as one person drawn from them',
    )
    .option('--classes <names>', 'class names in the order of the probabilities', names)
    .option('--cost-matrix <file>', 'what errors cost: CSV or JSON, a row per true class, by name')
    .option('--logits', 'probabilities are given as logits')
    .option('--no-logits', 'they are not, though the policy was fitted on logits');
}

export function tableOptions(flags: TableFlags, seed: number): TableOptions {
  return {
    ...flags,
    seed,
    costMatrix: flags.costMatrix === undefined ? undefined : readCostMatrix(flags.costMatrix),
  };
}

function readCostMatrix(path: string): CostMatrix {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new InputError(`cost matrix ${path}: can't be read (${reason(error)}).`);
  }
  return parseCostMatrix(text, path);
}
