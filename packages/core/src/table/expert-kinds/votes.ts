import { InputError } from '../../error.js';
import { validateCounts } from '../check-values.js';
import type { ExpertAnswers } from '../table.js';
import { tableLoss, truthShare, voteShares } from '../truth.js';
import type { ExpertKind } from './contract.js';
import { needsLossColumns } from './unsuited.js';

type Votes = Extract<ExpertAnswers, { kind: 'votes' }>;

/** Counts of several people: one of them is drawn, so the answer is right as often as the votes are. */
export const votes: ExpertKind<Votes> = {
  kind: 'votes',
  description: 'votes',
  answers: true,
  needsTruth: true,
  isDrawnFromVotes: true,
  column: { ending: 'votes_', holds: 'number per class' },
  target: () => 'accuracy',
  defaultMethod: () => 'drcpe-zeroone',
  whyLossUnsuited: needsLossColumns,
  validate: (expert, rows, classes, what) =>
    validateCounts(expert.votes, rows, classes, what, true),
  take: (expert, { floats, classes }) => ({ kind: 'votes', votes: floats(expert.votes, classes) }),
  values: (expert) => expert.votes,
  answered(expert, row, classes) {
    for (let c = 0; c < classes; c++) if (expert.votes[row * classes + c]) return true;
    return false;
  },
  classAnswers: () => undefined,
  isAmong: (expert, votes) => expert.votes.every((count, at) => count <= votes[at]),
  probabilities: () => undefined,
  right(table, expert) {
    const classes = table.classes.length;
    return Float32Array.from({ length: table.rows }, (_, row) => {
      let total = 0;
      let right = 0;
      for (let c = 0; c < classes; c++) {
        const count = expert.votes[row * classes + c];
        total += count;
        if (count > 0) right += count * truthShare(table, row, c);
      }
      return total > 0 ? right / total : Number.NaN;
    });
  },
  losses(table, expert, lossName, q) {
    const loss = tableLoss(table, lossName, q);
    const { rows, label } = table;
    if (!label)
      throw new InputError(
        'expert and truth are both votes. Split them into a label and an expert, or take the votes as a panel.',
        'votes-twice',
        {},
        'table',
      );
    const atoms = table.classes.length;
    const mass = voteShares(expert.votes, rows, atoms);
    const losses = Float64Array.from({ length: rows * atoms }, (_, i) =>
      Number.isNaN(mass[i])
        ? Number.NaN // nobody voted: not asked
        : loss.ofAnswer(i % atoms, label[Math.floor(i / atoms)], atoms),
    );
    return { rows, atoms, losses, mass: mass.map((share) => (Number.isNaN(share) ? 0 : share)) };
  },
};
