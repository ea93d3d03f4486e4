import type { Expert, ExpertAnswers } from '../table.js';
import type { ExpertKind } from './contract.js';
import { correct } from './correct.js';
import { labels } from './labels.js';
import { losses } from './losses.js';
import { nobody } from './nobody.js';
import { probabilities } from './probabilities.js';
import { votes } from './votes.js';

type Kind = ExpertAnswers['kind'];

/** Every form that experts come in; a new one is a file and a line here. */
export const EXPERT_KINDS: {
  readonly [K in Kind]: ExpertKind<Extract<ExpertAnswers, { kind: K }>>;
} = { probabilities, labels, votes, losses, correct, nobody };

/** What there is to know of an expert by the form of its answers; see contract.ts. */
export function expertKind(expert: Pick<Expert, 'kind'>): ExpertKind {
  // Each kind only ever gets experts of its own, which the types can't follow through a look-up.
  return EXPERT_KINDS[expert.kind] as unknown as ExpertKind;
}
