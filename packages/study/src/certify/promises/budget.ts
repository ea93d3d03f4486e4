import { insistOnRange, type PromiseKind } from './contract.js';

/** At most this mean cost of answers: what is invoiced, whoever is right. */
export const budget: PromiseKind = {
  name: 'budget',
  needs: 'budget',
  goesByExpert: false,
  counts: 'answers',
  excludes: [],
  scaled(value, { what, scale }) {
    // Beside other promises the rows count those, and what answers cost comes along.
    if (what !== 'answers') return { budget: value };
    insistOnRange('budget', value, scale);
    return { maxError: value / scale };
  },
};
