import { validateLabels } from '../check-values.js';
import type { ExpertAnswers } from '../table.js';
import { lossesPerTruth, tableLoss, truthShare } from '../truth.js';
import type { ExpertKind } from './contract.js';
import { needsLossColumns } from './unsuited.js';

type Labels = Extract<ExpertAnswers, { kind: 'labels' }>;

/** One answer a row, as a person gives; −1 where it was not asked. */
export const labels: ExpertKind<Labels> = {
  kind: 'labels',
  description: 'one label per case',
  answers: true,
  needsTruth: true,
  column: { ending: 'label', holds: 'class' },
  target: () => 'accuracy',
  defaultMethod: () => 'drcpe-zeroone',
  whyLossUnsuited: needsLossColumns,
  validate: (expert, rows, classes, what) => validateLabels(expert.labels, rows, classes, what, -1),
  take: (expert, { integers }) => ({ kind: 'labels', labels: integers(expert.labels) }),
  values: (expert) => expert.labels,
  answered: (expert, row) => expert.labels[row] >= 0,
  classAnswers: (expert) => expert.labels,
  isAmong: (expert, votes, classes) =>
    expert.labels.every((answer, row) => answer < 0 || votes[row * classes + answer] >= 1),
  probabilities: () => undefined,
  right: (table, expert) =>
    Float32Array.from(expert.labels, (answer, row) =>
      answer < 0 ? Number.NaN : truthShare(table, row, answer),
    ),
  losses(table, expert, lossName, q) {
    const loss = tableLoss(table, lossName, q);
    const classes = table.classes.length;
    return lossesPerTruth(table, (row, truth) =>
      expert.labels[row] < 0 ? Number.NaN : loss.ofAnswer(expert.labels[row], truth, classes),
    );
  },
};
