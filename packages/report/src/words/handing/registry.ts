import { isRejecting, type Policy } from '@cede/core';
import type { HandingWords } from './contract.js';
import { toExpert } from './to-expert.js';
import { toNobody } from './to-nobody.js';

/** The words for a document that says whether cases are turned away. */
export const handingWords = (rejecting: boolean): HandingWords => (rejecting ? toNobody : toExpert);

/** The words for a policy. */
export const wordsOf = (policy: Pick<Policy, 'experts'>): HandingWords =>
  handingWords(isRejecting(policy));
