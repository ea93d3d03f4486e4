import { countsCosts, type Policy } from '@cede/core';
import { amount, fixed } from './numbers.js';

/** What a policy's losses are called: prices of errors where it learned them from a matrix. */
export const lossName = (policy: Pick<Policy, 'method' | 'choice'>): string =>
  countsCosts(policy) ? 'errors cost' : 'mean loss';

/** A loss of that name: prices as every other amount, shares of a loss with four digits. */
export const lossText = (policy: Pick<Policy, 'method' | 'choice'>, loss: number): string =>
  countsCosts(policy) ? amount(loss) : fixed(loss, 4);
