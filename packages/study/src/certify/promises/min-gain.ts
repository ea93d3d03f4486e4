import type { PromiseKind } from './contract.js';

/** At least this much better than the model alone: in accuracy, or in costs saved. */
export const minGain: PromiseKind = {
  name: 'minGain',
  needs: 'truth',
  goesByExpert: true,
  excludes: [],
  scaled: (value, { scale }) => ({ minGain: value / scale }),
};
