import type { Expert, ExpertAnswers } from '../table.js';
import { oneLossARow } from '../truth.js';
import type { ExpertKind } from './contract.js';

type Nobody = Extract<ExpertAnswers, { kind: 'nobody' }>;

/** What the place of an expert is called where there is none: the case is turned away. */
export const REJECT = 'reject';

/** The one expert of this kind. */
export const NOBODY: Expert & Nobody = { name: REJECT, kind: 'nobody' };

/**
 * Nobody to ask: a case that is handed over is turned away. It counts as answered right, and loses
 * nothing, so that what remains is the model's risk on what it keeps.
 */
export const nobody: ExpertKind<Nobody> = {
  kind: 'nobody',
  description: 'nobody',
  answers: false,
  needsTruth: false,
  target: (table) => (table.modelLoss ? 'loss' : 'accuracy'),
  defaultMethod: () => REJECT,
  whyLossUnsuited: () => 'needs an expert, and there is nobody to hand over to. Use reject.',
  validate: () => undefined,
  take: (expert) => expert,
  values: () => undefined,
  answered: () => true,
  classAnswers: () => undefined,
  probabilities: () => undefined,
  right: ({ rows }) => new Float32Array(rows).fill(1),
  losses: ({ rows }) => oneLossARow(new Float32Array(rows)),
};
