import { insistOnRange, PromiseError, type PromiseKind } from './contract.js';

/** At most this share of all cases wrong. */
export const maxError: PromiseKind = {
  name: 'maxError',
  needs: 'truth',
  goesByExpert: true,
  excludes: ['maxCost'],
  scaled(value, { what, pricedBy }) {
    if (what === 'cost')
      throw new PromiseError(
        'promise maxError: is a share of wrong answers, and these rows count what errors cost. Promise maxCost instead.',
        { reason: 'costs-counted', promise: 'maxError', matrix: pricedBy === 'matrix' },
      );
    insistOnRange('maxError', value, 1);
    return { maxError: value };
  },
};
