import { countsCosts, type Policy } from '@cede/core';

/** What a policy's losses are called: prices of errors where it learned them from a matrix. */
export const lossName = (policy: Pick<Policy, 'method' | 'choice'>): string =>
  countsCosts(policy) ? 'errors cost' : 'mean loss';
