import { predictedClass } from '../../loss/loss.js';
import { validateProbabilities } from '../check-values.js';
import type { ExpertAnswers } from '../table.js';
import { lossesPerTruth, tableLoss, truthShare } from '../truth.js';
import type { ExpertKind } from './contract.js';
import { needsLossColumns } from './unsuited.js';

type Probabilities = Extract<ExpertAnswers, { kind: 'probabilities' }>;

/** One number a class, as another model gives; a row of NaN where it was not asked. */
export const probabilities: ExpertKind<Probabilities> = {
  kind: 'probabilities',
  description: 'class probabilities',
  answers: true,
  needsTruth: true,
  column: { ending: 'p', holds: 'number per class' },
  target: () => 'accuracy',
  // Only here a soft loss compares like with like; without the model's own there is none.
  defaultMethod: (table) => (table.model ? 'drcpe-gce' : 'drcpe-zeroone'),
  whyLossUnsuited: needsLossColumns,
  validate: (expert, rows, classes, what) =>
    validateProbabilities(expert.probabilities, rows, classes, what, true),
  take: (expert, { floats, classes }) => ({
    kind: 'probabilities',
    probabilities: floats(expert.probabilities, classes),
  }),
  values: (expert) => expert.probabilities,
  answered: (expert, row, classes) => !Number.isNaN(expert.probabilities[row * classes]),
  classAnswers: (expert, pick) => pick(expert.probabilities),
  probabilities: (expert) => expert.probabilities,
  right(table, expert) {
    const classes = table.classes.length;
    const right = new Float32Array(table.rows);
    for (let row = 0; row < right.length; row++)
      right[row] = probabilities.answered(expert, row, classes)
        ? truthShare(table, row, predictedClass(expert.probabilities, row * classes, classes))
        : Number.NaN;
    return right;
  },
  losses(table, expert, lossName, q) {
    const loss = tableLoss(table, lossName, q);
    const classes = table.classes.length;
    return lossesPerTruth(table, (row, truth) =>
      probabilities.answered(expert, row, classes)
        ? loss.ofProbabilities(expert.probabilities, row * classes, classes, truth)
        : Number.NaN,
    );
  },
};
