import { InputError } from '../error.js';
import { predictedClass } from '../loss/loss.js';
import { expertKind } from './expert-kinds/registry.js';
import type { Expert, Table } from './table.js';
import { truthShare } from './truth.js';

/**
 * What each row is worth when the model or the expert answers it: 1 right, 0 wrong, in between
 * for votes; minus the loss where the table only has losses. NaN where the expert was not asked.
 */
export interface Outcomes {
  readonly target: 'accuracy' | 'loss';
  readonly model: Float32Array;
  readonly expert: Float32Array;
}

/** Kept as long as the table: many ask, and a million rows take a while. */
const kept = new WeakMap<Table, Map<Expert, Outcomes>>();

/** What every row is worth under the model and under one expert. Not to be written to. */
export function outcomesOf(table: Table, expert: number | Expert = 0): Outcomes {
  const chosen = expertAt(table, expert);
  const known = kept.get(table) ?? new Map<Expert, Outcomes>();
  kept.set(table, known);
  const found = known.get(chosen) ?? computeOutcomes(table, chosen);
  known.set(chosen, found);
  return found;
}

function computeOutcomes(table: Table, chosen: Expert): Outcomes {
  if (expertKind(chosen).target(table) === 'loss') {
    if (!table.modelLoss)
      throw new InputError(
        'the expert has losses but the model has none. Give a model_loss column.',
        'model-loss-missing',
        {},
        'table',
      );
    return {
      target: 'loss',
      model: table.modelLoss.map((loss) => -loss),
      expert: Float32Array.from(
        expertKind(chosen).losses(table, chosen, 'given').losses,
        (loss) => -loss,
      ),
    };
  }
  return { target: 'accuracy', model: modelRight(table), expert: expertRight(table, chosen) };
}

/** The expert at a place of the table; an expert that is at hand already is itself. */
export function expertAt(table: Table, index: number | Expert): Expert {
  if (typeof index !== 'number') return index;
  const expert = table.experts[index];
  if (!expert)
    throw new InputError(
      `expert ${index + 1} is asked for, there are ${table.experts.length}.`,
      'expert-missing',
      { asked: index, given: table.experts.length },
      'table',
    );
  return expert;
}

/** Where an expert stands in a table's list, by its name or by that place itself; the first unless told. */
export function expertIndex(table: Table, expert: number | string = 0): number {
  if (typeof expert === 'number') return expert;
  const index = table.experts.findIndex(({ name }) => name === expert);
  if (index < 0)
    throw new InputError(
      `expert "${expert}" is asked for, there ${table.experts.length === 1 ? 'is' : 'are'} ${table.experts.map(({ name }) => name).join(', ') || 'none'}.`,
      'expert-missing',
      { asked: expert, given: table.experts.length },
      'table',
    );
  return index;
}

/** Share of the truth (one label, or votes) that the model's answer matches. */
export function modelRight(table: Table): Float32Array {
  if (table.modelCorrect) return table.modelCorrect;
  if (!table.model)
    throw new InputError(
      'the model has neither probabilities nor model_correct.',
      'model-missing',
      {},
      'table',
    );
  const answers = modelAnswers(table);
  const right = new Float32Array(table.rows);
  for (let i = 0; i < right.length; i++) right[i] = truthShare(table, i, answers[i]);
  return right;
}

/** The model's answer in every row: its most probable class, unless the table says otherwise. */
export function modelAnswers({ modelAnswers, model, rows, classes }: Table): Int32Array {
  if (modelAnswers) return modelAnswers;
  const width = classes.length;
  const answers = new Int32Array(rows);
  for (let i = 0; i < rows; i++) answers[i] = predictedClass(model!, i * width, width);
  return answers;
}

/** How right the expert was in each row; NaN where it was not asked. */
export function expertRight(table: Table, expert: Expert): Float32Array {
  if (expert.answers)
    return Float32Array.from(expert.answers, (answer, row) =>
      answer < 0 ? Number.NaN : truthShare(table, row, answer),
    );
  return expertKind(expert).right(table, expert);
}
