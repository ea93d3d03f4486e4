import { InputError } from '../../error.js';
import { validateNumbers } from '../check-values.js';
import type { ExpertAnswers } from '../table.js';
import { oneLossARow } from '../truth.js';
import type { ExpertKind } from './contract.js';
import { needsLossColumns } from './unsuited.js';

type Correct = Extract<ExpertAnswers, { kind: 'correct' }>;

/** Without classes: how right each answer was, 0 … 1; NaN where the expert was not asked. */
export const correct: ExpertKind<Correct> = {
  kind: 'correct',
  description: 'right or wrong',
  answers: true,
  needsTruth: false,
  column: { ending: 'correct', holds: 'number' },
  target: () => 'accuracy',
  defaultMethod: () => 'drcpe-zeroone',
  whyLossUnsuited: (loss) =>
    loss === 'zeroone'
      ? null
      : (needsLossColumns(loss) ??
        "needs the expert's answers; this table only says whether they were right. Use drcpe-zeroone."),
  validate: (expert, rows, _classes, what) =>
    validateNumbers(expert.correct, rows, what, 0, 1, true),
  take: (expert, { floats }) => ({ kind: 'correct', correct: floats(expert.correct) }),
  values: (expert) => expert.correct,
  answered: (expert, row) => !Number.isNaN(expert.correct[row]),
  classAnswers: () => undefined,
  probabilities: () => undefined,
  right: (_table, expert) => expert.correct,
  losses(_table, expert, loss) {
    if (loss !== 'zeroone')
      throw new InputError(
        `loss ${loss}: expert ${expert.name} is only right or wrong. Use zeroone.`,
        'loss-unsuited',
        { loss, kind: 'correct' },
      );
    return oneLossARow(expert.correct.map((right) => 1 - right));
  },
};
