import type { RatioLoss } from './ratio-loss.js';

/** Least-squares importance fitting: −v and v²/2; the score is the ratio itself. */
export const lsif: RatioLoss = {
  name: 'lsif',
  head: 'identity',
  needsExpertWeight: true,
  plus: (v) => -v,
  minus: (v) => (v * v) / 2,
  plusSlope: () => -1,
  minusSlope: (v) => v,
  link: (eta) => eta / (1 - eta),
  inverseLink: (score) => (score === Infinity ? 1 : Math.max(0, score) / (1 + Math.max(0, score))),
};
