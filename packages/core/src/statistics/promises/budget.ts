import { meanAtMost } from './mean-at-most.js';

/** What the answers of a case cost on average: the model's, and the expert's where handed over. */
export const budget = meanAtMost({
  name: 'budget',
  range: null,
  known: true,
  valuesOf: ({ spending }) => spending,
  whyMissing: 'certificate: these rows have no costs of answers.',
  estimated: ({ spending, largestSpending }) => ({ mean: spending, largest: largestSpending }),
});
