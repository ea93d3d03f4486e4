import { insistOnRange, PromiseError, type PromiseKind } from './contract.js';

/** Of the cases that the model answers itself, at most this share wrong. */
export const maxKeptError: PromiseKind = {
  name: 'maxKeptError',
  needs: 'truth',
  goesByExpert: false,
  excludes: ['maxCost'],
  scaled(value, { what, pricedBy }) {
    if (what === 'cost')
      throw new PromiseError(
        'promise maxKeptError: is a share of wrong answers, and these rows count what errors cost.',
        { reason: 'costs-counted', promise: 'maxKeptError', matrix: pricedBy === 'matrix' },
      );
    insistOnRange('maxKeptError', value, 1);
    return { maxKeptError: value };
  },
};
