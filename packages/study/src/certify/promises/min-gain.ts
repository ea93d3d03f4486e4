import { insistOnRange, type PromiseKind } from './contract.js';

/** At least this much better than the model alone: in accuracy, or in costs saved. */
export const minGain: PromiseKind = {
  name: 'minGain',
  needs: 'truth',
  goesByExpert: true,
  excludes: [],
  scaled(value, { scale }) {
    if (value !== 0) insistOnRange('minGain', value, scale);
    return { minGain: value / scale };
  },
};
