import type { Expert } from '@cede/core';
import { type Answers, expertAnswers, expertRight, highest, modelRight } from '../answers.js';
import type { Side, TableToCheck } from './contract.js';
import { type Tally, tallyAnswers, tallyRight } from './tally.js';

/** The model's side of a table, counted. */
export function modelSide(table: TableToCheck): Side {
  const answers = table.model && highest(table.model, table.classes.length);
  const single = table.modelCorrect ? undefined : answers;
  return { answers, tally: tally(table, single, () => modelRight(table)) };
}

export function expertSide(table: TableToCheck, expert: Expert): Side {
  const answers = expertAnswers(table, expert);
  return { answers, tally: tally(table, answers, () => expertRight(table, expert)) };
}

/** From single answers where there are labels to hold them against; else from how right each row was. */
function tally(
  { label, classes }: TableToCheck,
  answers: Answers | undefined,
  right: () => Float32Array | undefined,
): Tally | undefined {
  if (answers && label) return tallyAnswers(answers, label, classes.length);
  const values = right();
  return values && tallyRight(values, label, classes.length);
}
