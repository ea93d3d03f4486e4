import { InputError } from '../error.js';
import { predictedClass } from '../loss/loss.js';
import type { Expert, Table } from './table.js';

/**
 * What each row is worth when the model or the expert answers it: 1 right, 0 wrong, in between
 * for votes; minus the loss where the table only has losses. NaN where the expert was not asked.
 */
export interface Outcomes {
  readonly target: 'accuracy' | 'loss';
  readonly model: Float32Array;
  readonly expert: Float32Array;
}

/** What every row is worth under the model and under one expert. */
export function outcomesOf(table: Table, expert = 0): Outcomes {
  const chosen = expertAt(table, expert);
  if (chosen.kind === 'losses') {
    if (!table.modelLoss)
      throw new InputError(
        'table: the expert has losses but the model has none. Give a model_loss column.',
      );
    return {
      target: 'loss',
      model: table.modelLoss.map((loss) => -loss),
      expert: chosen.losses.map((loss) => -loss),
    };
  }
  return { target: 'accuracy', model: modelRight(table), expert: expertRight(table, chosen) };
}

/** An expert of a table by its position; an error where there is none. */
export function expertAt(table: Table, index: number): Expert {
  const expert = table.experts[index];
  if (!expert)
    throw new InputError(
      `table: expert ${index + 1} is asked for, there are ${table.experts.length}. Name the expert's columns with --expert.`,
    );
  return expert;
}

/** Share of the truth (one label, or votes) that the model's answer matches. */
export function modelRight(table: Table): Float32Array {
  if (table.modelCorrect) return table.modelCorrect;
  if (!table.model)
    throw new InputError(
      'table: the model has neither probabilities nor model_correct. Name its columns with --model.',
    );
  const { rows, model } = table;
  const classes = table.classes.length;
  return Float32Array.from({ length: rows }, (_, i) =>
    truthShare(table, i, predictedClass(model, i * classes, classes)),
  );
}

/** By row: the share of the expert's answers that are right; NaN where the expert was not asked. */
export function expertRight(table: Table, expert: Expert): Float32Array {
  const classes = table.classes.length;
  switch (expert.kind) {
    case 'correct':
      return expert.correct;
    case 'losses':
      throw new InputError(
        `expert ${expert.name}: has losses, not answers, so it is neither right nor wrong.`,
      );
    case 'labels':
      return Float32Array.from(expert.labels, (answer, i) =>
        answer < 0 ? Number.NaN : truthShare(table, i, answer),
      );
    case 'probabilities':
      return Float32Array.from({ length: table.rows }, (_, i) => {
        const { probabilities } = expert;
        return Number.isNaN(probabilities[i * classes])
          ? Number.NaN
          : truthShare(table, i, predictedClass(probabilities, i * classes, classes));
      });
    case 'votes':
      // One person drawn from the votes, not the panel: right as often as the votes are.
      return Float32Array.from({ length: table.rows }, (_, i) => {
        let total = 0;
        let right = 0;
        for (let c = 0; c < classes; c++) {
          const votes = expert.votes[i * classes + c];
          total += votes;
          if (votes > 0) right += votes * truthShare(table, i, c);
        }
        return total > 0 ? right / total : Number.NaN;
      });
  }
}

/** 1 or 0 for a label; for votes as the truth, the share of them that agree. */
function truthShare(table: Table, row: number, answer: number): number {
  if (table.label) return +(table.label[row] === answer);
  if (!table.labelVotes)
    throw new InputError('table: there is no label. Name its column with --label.');
  const classes = table.classes.length;
  let total = 0;
  for (let c = 0; c < classes; c++) total += table.labelVotes[row * classes + c];
  return table.labelVotes[row * classes + answer] / total;
}
