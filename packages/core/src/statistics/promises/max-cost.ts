import { meanAtMost } from './mean-at-most.js';

/** What a case costs on average, its errors and its answers. */
export const maxCost = meanAtMost({
  name: 'maxCost',
  range: null,
  valuesOf: ({ cost }) => cost,
  whyMissing: "certificate: these rows don't tell what a case costs.",
  estimated: ({ cost, largestCost }) => ({ mean: cost, largest: largestCost }),
});
