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

/** How right the model was in each row, 0 … 1; undefined where the table can't tell. */
export function modelRight(table: Table): Float32Array | undefined {
  if (table.model && table.label)
    return matches(highest(table.model, table.classes.length), table.label);
  return table.modelCorrect;
}

/** The same for an expert; NaN where it was not asked, the share of votes where several voted. */
export function expertRight(table: Table, expert: Expert): Float32Array | undefined {
  if (expert.kind === 'correct') return expert.correct;
  if (!table.label || expert.kind === 'losses') return undefined;
  const width = table.classes.length;
  if (expert.kind === 'labels') return matches(expert.labels, table.label);
  if (expert.kind === 'probabilities')
    return matches(highest(expert.probabilities, width), table.label);
  const right = new Float32Array(table.rows);
  for (let row = 0; row < table.rows; row++) {
    let total = 0;
    for (let k = 0; k < width; k++) total += expert.votes[row * width + k]!;
    right[row] = expert.votes[row * width + table.label[row]!]! / total;
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
