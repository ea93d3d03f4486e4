import { expertKind, optionText } from '@cede/core';
import type { Answers } from '../answers.js';
import type { TableIssue } from '../table-issue.js';
import { type Check, counted, percent, rowsWhere } from './contract.js';

/** An expert who is never wrong is usually the label under another name. */
export const expertAlwaysRight: Check = (table, { experts }) =>
  table.experts.flatMap((expert, which): TableIssue[] => {
    const tally = experts[which]!.tally;
    if (!tally || tally.known === 0 || tally.mean < 1 || !expertKind(expert).answers) return [];
    return [
      {
        severity: 'warning',
        code: 'expert-always-right',
        message: `Expert "${expert.name}" is right in all ${counted(tally.known, 'row')} where it answered: if its answers are the label, or made it, no gain measured here is real.`,
        count: tally.known,
      },
    ];
  });

/** An expert who answers exactly as the model does adds nothing but cost. */
export const expertIsModel: Check = (table, { model, experts }) =>
  table.experts.flatMap((expert, which): TableIssue[] => {
    const { answers } = experts[which]!;
    if (!answers || !model.answers || differs(answers, model.answers)) return [];
    if (answers.every((answer) => answer < 0)) return [];
    const probabilities = expertKind(expert).probabilities(expert);
    const same = probabilities?.every((value, at) => value === table.model![at]) ?? false;
    return [
      {
        severity: 'warning',
        code: 'expert-is-model',
        message: same
          ? `Expert "${expert.name}" has exactly the model's probabilities: the same columns may have been named twice.`
          : `Expert "${expert.name}" answers as the model does in every row, so handing over changes nothing.`,
        count: table.rows,
      },
    ];
  });

/** Whether there is a row where both answer, and not the same. */
function differs(some: Answers, others: Answers): boolean {
  for (let row = 0; row < some.length; row++)
    if (some[row]! >= 0 && some[row] !== others[row]) return true;
  return false;
}

/** Rows where the expert was not asked. */
export const expertMissing: Check = (table, { experts }) =>
  table.experts.flatMap((expert, which): TableIssue[] => {
    if (experts[which]!.tally?.known === table.rows) return [];
    const kind = expertKind(expert);
    const width = table.classes.length;
    const gaps = rowsWhere(table.rows, (row) => !kind.answered(expert, row, width));
    if (gaps.count === 0) return [];
    const all = gaps.count === table.rows;
    return [
      {
        severity: all ? 'error' : 'note',
        code: 'expert-missing',
        message: all
          ? `Expert "${expert.name}" has no answer in any row. Name another column with ${optionText('expert')}.`
          : `Expert "${expert.name}" has no answer in ${counted(gaps.count, 'row')} (${percent(gaps.count / table.rows)}; first: ${gaps.rows.join(', ')}).`,
        count: gaps.count,
        rows: gaps.rows,
      },
    ];
  });
