import { insistOnRange, type PromiseKind } from './contract.js';

/** At most this share of all cases handed over: scores alone tell. */
export const maxRate: PromiseKind = {
  name: 'maxRate',
  needs: 'rate',
  goesByExpert: false,
  excludes: [],
  scaled(value) {
    if (value !== 1) insistOnRange('maxRate', value, 1);
    return { maxRate: value };
  },
};
