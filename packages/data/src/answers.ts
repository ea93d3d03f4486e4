import {
  type Expert,
  predictedClass,
  expertRight as rightOfExpert,
  modelRight as rightOfModel,
  type Table,
} from '@cede/core';

/** The class with the highest number in each row, the first of equals; −1 where the row is empty. */
export function highest(values: Float32Array, width: number): Int32Array {
  const rows = values.length / width;
  const answers = new Int32Array(rows);
  for (let row = 0, at = 0; row < rows; row++, at += width) {
    answers[row] = Number.isNaN(values[at]!) ? -1 : predictedClass(values, at, width);
  }
  return answers;
}

/** What an expert answers in each row, where it gives one answer; −1 where it was not asked. */
export function expertAnswers(table: Table, expert: Expert): Int32Array | undefined {
  if (expert.kind === 'labels') return expert.labels;
  if (expert.kind !== 'probabilities') return undefined;
  return highest(expert.probabilities, table.classes.length);
}

/** How right the model was in each row, 0 … 1; undefined where the table can't tell. */
export function modelRight(table: Table): Float32Array | undefined {
  if (table.modelCorrect) return table.modelCorrect;
  return table.model && (table.label || table.labelVotes) ? rightOfModel(table) : undefined;
}

/** The same for an expert; NaN where it was not asked, the share of votes where several voted. */
export function expertRight(table: Table, expert: Expert): Float32Array | undefined {
  if (expert.kind === 'losses') return undefined;
  if (expert.kind !== 'correct' && !table.label && !table.labelVotes) return undefined;
  return rightOfExpert(table, expert);
}
