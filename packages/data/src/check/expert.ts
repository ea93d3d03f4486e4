import type { Expert } from '@cede/core';
import type { Finding } from '../finding.js';
import { type Check, counted, meanOf, percent, rowsWhere } from './contract.js';

/** An expert who is never wrong is usually the label under another name. */
export const expertAlwaysRight: Check = (table, { expertsRight }) =>
  table.experts.flatMap((expert, which): Finding[] => {
    const right = expertsRight[which];
    if (!right) return [];
    const { mean, known } = meanOf(right);
    if (known === 0 || mean < 1) return [];
    return [
      {
        severity: 'warning',
        code: 'expert-always-right',
        message: `Expert "${expert.name}" is right in all ${counted(known, 'row')} where it answered: if its answers are the label, or made it, no gain measured here is real.`,
        count: known,
      },
    ];
  });

/** An expert who answers exactly as the model does adds nothing but cost. */
export const expertIsModel: Check = (table, { modelAnswers, expertsAnswers }) =>
  table.experts.flatMap((expert, which): Finding[] => {
    const answers = expertsAnswers[which];
    if (!answers || !modelAnswers) return [];
    const differs = answers.some((answer, row) => answer >= 0 && answer !== modelAnswers[row]);
    if (differs || answers.every((answer) => answer < 0)) return [];
    const probabilities = expert.kind === 'probabilities' ? expert.probabilities : undefined;
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

/** Rows where the expert was not asked. */
export const expertMissing: Check = (table, { expertsRight }) =>
  table.experts.flatMap((expert, which): Finding[] => {
    const answered = answerPresence(expert, expertsRight[which], table.classes.length);
    const gaps = rowsWhere(table.rows, (row) => !answered(row));
    if (gaps.count === 0) return [];
    const all = gaps.count === table.rows;
    return [
      {
        severity: all ? 'error' : 'note',
        code: 'expert-missing',
        message: all
          ? `Expert "${expert.name}" has no answer in any row. Name another column with --expert.`
          : `Expert "${expert.name}" has no answer in ${counted(gaps.count, 'row')} (${percent(gaps.count / table.rows)}; first: ${gaps.rows.join(', ')}).`,
        count: gaps.count,
        rows: gaps.rows,
      },
    ];
  });

function answerPresence(expert: Expert, right: Float32Array | undefined, width: number) {
  switch (expert.kind) {
    case 'labels':
      return (row: number) => expert.labels[row]! >= 0;
    case 'probabilities':
      return (row: number) => !Number.isNaN(expert.probabilities[row * width]!);
    case 'losses':
      return (row: number) => !Number.isNaN(expert.losses[row]!);
    case 'correct':
      return (row: number) => !Number.isNaN(expert.correct[row]!);
    case 'votes':
      return (row: number) =>
        right
          ? !Number.isNaN(right[row]!)
          : expert.votes.subarray(row * width, (row + 1) * width).some(Boolean);
  }
}
