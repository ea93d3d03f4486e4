import { type Expert, InputError, optionText } from '@cede/core';
import type { ExpertPlan, Matrix } from '../plan.js';
import type { Problems } from '../problems.js';
import type { TableIssue } from '../table-issue.js';
import { alignColumns, inOrder } from './classes.js';
import type { MatrixColumn } from './matrix.js';
import type { NamesColumn } from './names.js';
import { rescaledNote } from './notes.js';
import { voteShares } from './votes.js';

/** What was collected of an expert; single numbers a row are kept by their role. */
export interface ExpertColumn {
  readonly plan: ExpertPlan;
  readonly matrix?: MatrixColumn;
  readonly names?: NamesColumn;
}

export interface Finishing {
  readonly table: string;
  readonly classes: readonly string[];
  /** Votes are a panel's, to be taken as shares. */
  readonly panel: boolean;
  /** A list with the names that the file has for its numbers. */
  readonly named: (list: Matrix) => Matrix;
  readonly problems: Problems;
  readonly notes: TableIssue[];
  /** The finished numbers of a role: "cost", "propensity", "answers". */
  readonly read: (role: string) => Float32Array | undefined;
  readonly indices: (column: NamesColumn) => Int32Array;
}

/** The expert as the table has it, its answers in the form that they were given. */
export function finishExpert({ plan, matrix, names }: ExpertColumn, finishing: Finishing): Expert {
  const { classes, table, read, problems, notes } = finishing;
  const [cost, propensity] = [read('cost'), read('propensity')];
  const shared = { name: plan.name, ...(cost && { cost }), ...(propensity && { propensity }) };
  if (plan.form === 'losses') return { ...shared, kind: 'losses', losses: read('answers')! };
  if (plan.form === 'correct') return { ...shared, kind: 'correct', correct: read('answers')! };
  if (classes.length === 0) {
    throw new InputError(
      `expert "${plan.name}" is ${plan.form === 'label' ? 'a label' : 'one number a class'} but the model has no class probabilities. Give expert_correct or expert_loss, or name the model's probabilities with ${optionText('model')}.`,
      'column-unusable',
      { role: 'expert' },
      `table ${table}`,
    );
  }
  if (plan.form === 'label')
    return { ...shared, kind: 'labels', labels: finishing.indices(names!) };
  const order = alignColumns(finishing.named(plan.matrix), classes, 'expert', table);
  const { values: found, votes } = matrix!.finish(problems);
  const values = inOrder(found, order);
  if (matrix!.rescaled > 0 && !votes) notes.push(rescaledNote(matrix!, plan.name));
  if (!votes) return { ...shared, kind: 'probabilities', probabilities: values };
  if (!finishing.panel) return { ...shared, kind: 'votes', votes: values };
  return { ...shared, kind: 'probabilities', probabilities: voteShares(values, classes.length) };
}
