import { insistOnRange, type PromiseKind } from './contract.js';

/** At most this mean cost per case, of errors and answers together. */
export const maxCost: PromiseKind = {
  name: 'maxCost',
  needs: 'truth',
  goesByExpert: true,
  counts: 'cost',
  excludes: ['maxError'],
  scaled(value, { scale }) {
    insistOnRange('maxCost', value, scale);
    return { maxError: value / scale };
  },
};
