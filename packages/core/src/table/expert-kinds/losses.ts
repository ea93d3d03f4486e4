import { InputError } from '../../error.js';
import { validateNumbers } from '../check-values.js';
import type { ExpertAnswers } from '../table.js';
import { oneLossARow } from '../truth.js';
import type { ExpertKind } from './contract.js';

type Losses = Extract<ExpertAnswers, { kind: 'losses' }>;

/** Without classes: what each answer lost; NaN where the expert was not asked. */
export const losses: ExpertKind<Losses> = {
  kind: 'losses',
  description: 'losses',
  answers: true,
  needsTruth: false,
  column: { ending: 'loss', holds: 'number' },
  target: () => 'loss',
  defaultMethod: () => 'drcpe-given',
  whyLossUnsuited: (loss) =>
    loss === 'given'
      ? null
      : "needs the expert's answers; this table has only losses. Use drcpe-given.",
  validate: (expert, rows, _classes, what) =>
    validateNumbers(expert.losses, rows, what, 0, Infinity, true),
  take: (expert, { floats }) => ({ kind: 'losses', losses: floats(expert.losses) }),
  values: (expert) => expert.losses,
  answered: (expert, row) => !Number.isNaN(expert.losses[row]),
  classAnswers: () => undefined,
  probabilities: () => undefined,
  right(_table, { name }) {
    throw new InputError(
      'has losses, not answers, so it is neither right nor wrong.',
      'loss-unsuited',
      { kind: 'losses' },
      `expert ${name}`,
    );
  },
  losses(_table, expert, loss) {
    if (loss !== 'given')
      throw new InputError(
        `loss ${loss}: expert ${expert.name} has losses of its own. Use given.`,
        'loss-unsuited',
        { loss, kind: 'losses' },
      );
    return oneLossARow(expert.losses);
  },
};
