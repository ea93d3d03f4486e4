import type { Expert, Table } from '@cede/core';

/** The class with the highest number in each row, the first of equals; −1 where the row is empty. */
export function highest(values: Float32Array, width: number): Int32Array {
  const rows = values.length / width;
  const answers = new Int32Array(rows);
  for (let row = 0, at = 0; row < rows; row++, at += width) {
    let best = 0;
    for (let k = 1; k < width; k++) if (values[at + k]! > values[at + best]!) best = k;
    answers[row] = Number.isNaN(values[at]!) ? -1 : best;
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
export function modelRight(
  table: Table,
  answers = table.model && highest(table.model, table.classes.length),
): Float32Array | undefined {
  return answers && table.label ? matches(answers, table.label) : table.modelCorrect;
}

/** The same for an expert; NaN where it was not asked, the share of votes where several voted. */
export function expertRight(
  table: Table,
  expert: Expert,
  answers = expertAnswers(table, expert),
): Float32Array | undefined {
  if (expert.kind === 'correct') return expert.correct;
  if (!table.label) return undefined;
  if (answers) return matches(answers, table.label);
  return expert.kind === 'votes'
    ? voteShare(table.label, expert.votes, table.classes.length)
    : undefined;
}

function voteShare(label: Int32Array, votes: Float32Array, width: number): Float32Array {
  const right = new Float32Array(label.length);
  for (let row = 0; row < label.length; row++) {
    let total = 0;
    for (let k = 0; k < width; k++) total += votes[row * width + k]!;
    right[row] = votes[row * width + label[row]!]! / total;
  }
  return right;
}

function matches(answers: Int32Array, label: Int32Array): Float32Array {
  const right = new Float32Array(answers.length);
  for (let row = 0; row < answers.length; row++) {
    right[row] = answers[row]! < 0 ? Number.NaN : answers[row] === label[row] ? 1 : 0;
  }
  return right;
}
