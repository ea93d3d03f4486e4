import { insistOnRange, type PromiseKind } from './contract.js';

/** At most this mean cost of answers: what is invoiced, whoever is right. */
export const budget: PromiseKind = {
  name: 'budget',
  needs: 'budget',
  counts: 'answers',
  excludes: ['maxRate', 'maxError', 'minGain', 'maxCost'],
  scaled(value, { scale }) {
    insistOnRange('budget', value, scale);
    return { maxError: value / scale };
  },
};
