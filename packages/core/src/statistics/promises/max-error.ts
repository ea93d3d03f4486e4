import { meanAtMost } from './mean-at-most.js';

/** Of all cases, at most this share is answered wrongly. Costs on the scale [0, 1] go in likewise. */
export const maxError = meanAtMost({
  name: 'maxError',
  range: [1e-9, 1 - 1e-9],
  valuesOf: ({ values }) => values,
  whyMissing: '',
  estimated: ({ error }) => ({ mean: error }),
});
