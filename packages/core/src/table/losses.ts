import { InputError } from '../error.js';
import type { LossSample } from '../loss/loss-sample.js';
import { expertKind } from './expert-kinds/registry.js';
import { expertAt } from './outcomes.js';
import type { Expert, Table } from './table.js';
import { lossColumnMissing, lossesPerTruth, oneLossARow, tableLoss } from './truth.js';

/** Losses of the model and the expert on every row, as samples that ideal weights start from. */
export interface TableLosses {
  readonly model: LossSample;
  readonly expert: LossSample;
}

/** Losses of the model and of one expert, by row. */
export function tableLosses(
  table: Table,
  lossName: string,
  expert: number | Expert,
  q?: number,
): TableLosses {
  const chosen = expertAt(table, expert);
  return {
    model: modelLosses(table, lossName, q),
    expert: expertLosses(table, chosen, lossName, q),
  };
}

/** The model's losses of every row. */
export function modelLosses(table: Table, lossName: string, q?: number): LossSample {
  if (lossName === 'given') {
    if (!table.modelLoss) throw lossColumnMissing('model_loss', '"given"');
    return oneLossARow(table.modelLoss);
  }
  if (!table.model) {
    if (lossName !== 'zeroone')
      throw new InputError(
        `loss ${lossName}: the table has no class probabilities. Use zeroone (with model_correct) or given (with model_loss).`,
        'model-missing',
        { loss: lossName },
      );
    if (!table.modelCorrect) throw lossColumnMissing('model_correct', 'zeroone');
    return oneLossARow(table.modelCorrect.map((right) => 1 - right));
  }
  const loss = tableLoss(table, lossName, q);
  const { model, modelAnswers } = table;
  const classes = table.classes.length;
  if (modelAnswers && isOfAnswers(lossName))
    return lossesPerTruth(table, (row, truth) => loss.ofAnswer(modelAnswers[row], truth, classes));
  return lossesPerTruth(table, (row, truth) =>
    loss.ofProbabilities(model, row * classes, classes, truth),
  );
}

export function expertLosses(
  table: Table,
  expert: Expert,
  lossName: string,
  q?: number,
): LossSample {
  const { answers } = expert;
  if (answers && isOfAnswers(lossName)) {
    const loss = tableLoss(table, lossName, q);
    const classes = table.classes.length;
    return lossesPerTruth(table, (row, truth) =>
      answers[row] < 0 ? Number.NaN : loss.ofAnswer(answers[row], truth, classes),
    );
  }
  return expertKind(expert).losses(table, expert, lossName, q);
}

/** Losses of one answer; the others are about all the probabilities, whatever is answered. */
const isOfAnswers = (loss: string): boolean => loss === 'zeroone' || loss === 'cost';
