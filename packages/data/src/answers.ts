import {
  type Expert,
  expertKind,
  predictedClass,
  expertRight as rightOfExpert,
  modelRight as rightOfModel,
  type Table,
} from '@cede/core';

/** Bits of infinity: above them are the bits of NaN. */
const INFINITE = 0x7f800000;

/** A class for each row, −1 where there is none. */
export type Answers = Int32Array;

/**
 * The class with the highest number in each row, the first of equals; −1 where the row is empty.
 * Floats ≥ 0 are ordered as their bits are, and of whole numbers the higher can be picked without a
 * branch: which class wins is hard to foresee, and wrong guesses of the processor took most of the time.
 */
export function highest(values: Float32Array, width: number): Answers {
  const rows = values.length / width;
  const answers = new Int32Array(rows);
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length);
  for (let row = 0, at = 0; row < rows; row++, at += width) {
    let top = bits[at]!;
    let signs = top;
    let best = 0;
    for (let k = 1; k < width; k++) {
      const value = bits[at + k]!;
      const higher = (top - value) >> 31;
      signs |= value;
      top += (value - top) & higher;
      best += (k - best) & higher;
    }
    answers[row] = signs < 0 || top > INFINITE ? highestPlainly(values, at, width) : best;
  }
  return answers;
}

function highestPlainly(values: Float32Array, at: number, width: number): number {
  return Number.isNaN(values[at]!) ? -1 : predictedClass(values, at, width);
}

/** What an expert answers in each row, where it gives one answer; −1 where it was not asked. */
export function expertAnswers(table: Table, expert: Expert): Answers | undefined {
  return expertKind(expert).classAnswers(expert, (values) => highest(values, table.classes.length));
}

/** 1 where the answer is the label, 0 where it isn't, NaN where there is no answer. */
function rightOfAnswers(answers: Answers, label: Int32Array): Float32Array {
  const right = new Float32Array(label.length);
  for (let row = 0; row < right.length; row++) {
    const answer = answers[row]!;
    right[row] = answer < 0 ? Number.NaN : answer === label[row] ? 1 : 0;
  }
  return right;
}

/** How right the model was in each row, 0 … 1; undefined where the table can't tell. */
export function modelRight(table: Table): Float32Array | undefined {
  if (table.modelCorrect) return table.modelCorrect;
  if (!table.model) return undefined;
  if (table.label) return rightOfAnswers(highest(table.model, table.classes.length), table.label);
  return table.labelVotes && rightOfModel(table);
}

/** The same for an expert; NaN where it was not asked, the share of votes where several voted. */
export function expertRight(table: Table, expert: Expert): Float32Array | undefined {
  const kind = expertKind(expert);
  if (kind.target(table) === 'loss') return undefined;
  if (kind.needsTruth && !table.label && !table.labelVotes) return undefined;
  const answers = table.label && expertAnswers(table, expert);
  return answers ? rightOfAnswers(answers, table.label!) : rightOfExpert(table, expert);
}
