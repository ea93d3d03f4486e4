import { countsCosts, type Policy } from '@cede/core';

/** What a policy's losses are called: prices of errors where it learned them from a matrix. */
export const lossName = ({ method }: Pick<Policy, 'method'>): string =>
  countsCosts(method) ? 'errors cost' : 'mean loss';
